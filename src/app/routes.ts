import type { Audience } from '../domain/caller.ts'
import type { Route } from '../pages/routes.ts'
import { serve, type Page } from './page.ts'
import { openAction, sendAction } from './pages/actions/action.ts'
import { home, start } from './pages/home/home.ts'
import { chooseLanguage } from './pages/home/language.ts'

/** The pages of the administration, below `/{slug}/manage`. */
const manage = { at: ['manage'], side: 'manage' as const }
/** The pages of everybody's own workspace, below `/{slug}`. */
const me = { at: [], side: 'me' as const }

/** A page at an address of a workspace. `:word` in the address is a parameter. */
function page(
  { at, side }: { at: readonly string[]; side: Audience },
  path: string,
  name: string,
  methods: { GET?: Page; POST?: Page },
): Route {
  const { GET, POST } = methods
  return {
    path: [...at, ...path.split('/').filter(Boolean)],
    name: `app.${name}`,
    ...(GET && { GET: serve(GET, side) }),
    ...(POST && { POST: serve(POST, side) }),
  }
}

/** The table of contents of the app. */
export const routes: Route[] = [
  page(me, 'start', 'start', { GET: start }),
  page(me, 'home', 'home', { GET: home }),
  page(manage, '', 'home', { GET: home }),
  page(me, 'language', 'language', { POST: chooseLanguage }),
  page(me, 'do/:group/:action', 'action', { GET: openAction, POST: sendAction }),
  page(manage, 'do/:group/:action', 'action', { GET: openAction, POST: sendAction }),
]
