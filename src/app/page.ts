import type { Audience } from '../domain/caller.ts'
import { startOf } from '../domain/return-to.ts'
import { ApiError, forbidden, toApiError } from '../errors.ts'
import { nothingHere } from '../http/api.ts'
import { setHeaders } from '../http/respond.ts'
import { readSearch } from '../http/query.ts'
import type { Child } from '../html/html.ts'
import { forMembers, type MemberRequest } from '../pages/account/member.ts'
import { explain } from '../pages/failure.ts'
import { html } from '../pages/html.ts'
import { ForeignForm } from '../pages/request.ts'
import { redirect, sendData, sendFile, sendHtml } from '../pages/send.ts'
import { spell, untranslated } from '../texts/phrase.ts'
import { bellOf, type Bell } from './bell.ts'
import { askToSignIn } from './ended.ts'
import { doneNotice } from './done-notice.ts'
import { navigationFor } from './navigation.ts'
import { linkButton } from './parts/button/part.ts'
import type { Head } from './parts/head/part.ts'
import { shell } from './parts/shell/part.ts'
import { pathTo, type AppRequest } from './request.ts'
import { withScripts } from './scripts.ts'
import { forReaders } from './show/sentence.ts'
import { stylesheet } from './stylesheet.ts'
import { appTexts } from './texts/app.ts'
import { valueName } from './texts/labels.ts'

/** The content of a page: its head, and what stands below. */
export interface Screen extends Head {
  body: Child
  /** The title in the tab; left out: that of the head. */
  tab?: string
  /** Left out: 200. */
  status?: number
  /** Above the head, in place of what the address says was done. */
  notice?: Child
}

/** Where a page sends the browser, as after a form that has done something. */
export interface Redirection {
  /** A path of this service. */
  to: string
  /** A name of the thing that was done, for the next page to say: the first line that it left in the log, or else the action. */
  done?: string | undefined
}

/** A file that the browser saves. */
export interface Download {
  filename: string
  /** Such as `text/csv`. Its text is UTF-8. */
  type: string
  text: string
}

/** Data for a script of a page, such as the choices of a picker. */
export interface Data {
  choices: readonly { value: string; label: string; help?: string | undefined }[]
}

/** A page: a function of its request. It gets data by `call`, and decides nothing that an action decides. */
export type Page = (request: AppRequest) => Promise<Screen | Redirection | Download | Data>

/** Serves a page of a workspace to those who are signed in. Everybody else signs in first, and comes back. */
export const serve = (page: Page, side: Audience) =>
  forMembers(async (member) => {
    const request = appRequest(member, side)
    const shown = await answer(page, request).catch(
      (error: unknown) => wayHome(request, error) ?? failure(request, error),
    )
    await send(request, shown)
  }, askToSignIn)

function appRequest(member: MemberRequest, side: Audience): AppRequest {
  const { ctx, organization } = member
  const base = side === 'manage' ? `/${organization.slug}/manage` : `/${organization.slug}`
  return { ...member, side, base, search: readSearch(ctx.querystring) }
}

async function answer(page: Page, request: AppRequest): ReturnType<Page> {
  const { caller, side, language } = request
  if (!caller.audiences.includes(side) && side === 'manage')
    throw forbidden(untranslated(appTexts[language].managesNothing))
  return page(request)
}

/** The page of an address that is none. */
export const nowhere: Page = () => Promise.reject(nothingHere())

/** Whoever has given up a role is told that it is done on a page that they may see, and not that they may not see this one. */
function wayHome({ ctx, caller, organization, search }: AppRequest, error: unknown): Redirection | undefined {
  const to = homeOf(caller, organization)
  const done = search.get('done')
  const isDenied = error instanceof ApiError && error.code === 'forbidden'
  return isDenied && done !== null && ctx.method === 'GET' && ctx.path !== to ? { to, done } : undefined
}

/** A failure as a page: what went wrong, and the way on. Those of the credential are answered by a sign-in. */
function failure(request: AppRequest, thrown: unknown): Screen {
  const error = toApiError(thrown)
  if (error.code === 'unauthenticated') throw error
  const { ctx, language, organization } = request
  const { retryAfterSeconds, headers = {} } = error.options
  ctx.state['failure'] = error
  setHeaders(ctx, headers)
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  const { title, text } = explain(error, language)
  const said =
    error.code === 'forbidden' && !(error instanceof ForeignForm)
      ? error.about && forReaders(spell(error.about, language), language)
      : undefined
  return {
    title,
    lead: said ?? text,
    status: error.status,
    notice: null,
    body: html`
      <div class="row">
        ${linkButton(startOf(organization.slug), { text: appTexts[language].home, kind: 'main' })}
      </div>
      <p class="fine"><code>${ctx.state['requestId'] as string}</code></p>
    `,
  }
}

async function send(request: AppRequest, shown: Screen | Redirection | Download | Data): Promise<void> {
  const { ctx, language } = request
  if ('to' in shown) {
    const { to, done } = shown
    redirect(ctx, done === undefined ? to : withDone(to, done))
  } else if ('filename' in shown) sendFile(ctx, shown)
  else if ('choices' in shown) sendData(ctx, shown)
  else {
    const [screen, bell] = await Promise.all([withNotice(request, shown), bellOf(request)])
    const document = documentOf(request, screen, bell)
    sendHtml(ctx, withScripts(document), { language, scripts: true }, shown.status)
  }
}

/** A path with the name of what was done, and of nothing else that it may have named before. */
function withDone(to: string, done: string): string {
  // Paths of this service alone; the origin is for the parser.
  const { pathname, searchParams, hash } = new URL(to, 'https://localhost')
  searchParams.set('done', done)
  return `${pathname}?${searchParams}${hash}`
}

/** A screen that says nothing else says what was just done. */
const withNotice = async (request: AppRequest, shown: Screen): Promise<Screen> =>
  shown.notice === undefined ? { ...shown, notice: await doneNotice(request) } : shown

function documentOf(request: AppRequest, shown: Screen, bell: Bell): string {
  const { caller, organization, language, side, ctx } = request
  const t = appTexts[language]
  const { slug } = organization
  const other = side === 'manage' ? 'me' : 'manage'
  return shell({
    ...shown,
    trailLabel: t.trail,
    language,
    organization,
    style: stylesheet.path,
    person: { name: caller.user.displayName, role: valueName(caller.role, language) },
    navigation: navigationFor(request),
    bell,
    find: { text: t.find, href: pathTo(request, 'find'), from: pathTo(request, 'choices/everything') },
    links: [
      ...(caller.audiences.includes(other)
        ? [
            other === 'me'
              ? { text: t.toMe, href: `/${slug}/home`, icon: 'person' as const }
              : { text: t.toManage, href: `/${slug}/manage`, icon: 'building' as const },
          ]
        : []),
      { text: t.account, href: `/${slug}/account`, icon: 'key' },
    ],
    other: {
      language: language === 'en' ? 'de' : 'en',
      text: t.otherLanguage,
      action: `/${slug}/language`,
      back: ctx.method === 'GET' ? ctx.path + ctx.search : ctx.path,
    },
    signOut: { text: t.signOut, action: `/${slug}/sign_out` },
    words: { skip: t.skip, navigation: t.navigation, menu: t.menu, you: t.you },
  })
}

/** The first page of a member after a sign-in: the administration for those who manage, and else the own workspace. */
export const homeOf = (
  { audiences }: Pick<AppRequest['caller'], 'audiences'>,
  { slug }: Pick<AppRequest['organization'], 'slug'>,
): string => `/${slug}/${audiences.includes('manage') ? 'manage' : 'home'}`

/** The way to the home page of the workspace. */
export const homePath = (request: AppRequest): string =>
  pathTo(request, request.side === 'manage' ? '' : 'home')
