import type { Audience } from '../../../domain/caller.ts'
import { actions, type ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import type { IconName } from '../../parts/icon/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { notice } from '../../parts/notice/part.ts'
import { shortcuts } from '../../parts/shortcuts/part.ts'
import { homeOf, homePath, type Page } from '../../page.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { appTexts } from '../../texts/app.ts'
import { actionTitle, sectionName, valueName } from '../../texts/labels.ts'
import { offeredActions, type Offered } from '../find/offered.ts'
import { setupSteps } from './setup.ts'
import { companyToday } from './company.ts'
import { ownTasks } from './tasks.ts'
import { homeTexts } from './texts.ts'
import { waiting } from './waiting.ts'

/** The beginning after a sign-in. */
export const start: Page = ({ caller, organization, search }) =>
  Promise.resolve({
    to: homeOf(caller, organization),
    done: search.get('done') === 'welcome' ? 'welcome' : undefined,
  })

/** The end of a sign-in beside a form whose session had ended. */
export const signedIn: Page = ({ language }) => {
  const t = appTexts[language]
  return Promise.resolve({ title: t.signedIn, lead: t.signedInLead, body: undefined })
}

/** The home page of a workspace: what waits for the reader, what comes next, and all that the role may do there. */
export const home: Page = async (request) => {
  const { caller, organization, language } = request
  const t = appTexts[language]
  const isPaused = organization.status !== 'active'
  const [decisions, tasks, setup, today] = isPaused
    ? []
    : await Promise.all([waiting(request), ownTasks(request), setupSteps(request), companyToday(request)])
  return {
    title: caller.user.displayName,
    // The name of the reader is the title of their profile, too.
    tab: request.side === 'manage' ? t.toManage : t.home,
    lead: homeTexts[language].at(valueName(caller.role, language), organization.name),
    body: [
      isPaused && notice(t.paused, 'warn'),
      decisions,
      tasks,
      setup,
      today,
      daily(request),
      html`<details class="fold">
        <summary class="button quiet">${t.everything}</summary>
        <div class="columns">${everything(request)}</div>
      </details>`,
    ],
  }
}

/** Shortcuts by the action that each needs; a path in place of its form. */
const dailyActions: readonly { id: ActionId; icon: IconName; path?: string; side?: Audience }[] = [
  { id: 'org_people_hire', icon: 'person' },
  // Managers find it beside each person of their team; others may propose none.
  { id: 'org_people_change_job', icon: 'right', side: 'manage' },
  { id: 'org_people_import_csv', icon: 'file', path: 'import' },
  { id: 'org_invites_create', icon: 'mail' },
  { id: 'org_me_update_profile', icon: 'person' },
  { id: 'org_people_list', icon: 'search', path: 'people', side: 'me' },
]

function daily(request: AppRequest): Child {
  const t = homeTexts[request.language]
  const items = dailyActions
    .filter(({ id, side = request.side }) => side === request.side && allows(request, id))
    .map(({ id, icon, path }) => ({
      text: actionTitle(id, request.language),
      icon,
      href:
        path !== undefined
          ? pathTo(request, path)
          : formPath(request, id, actions[id].effect === 'read' ? {} : { back: homePath(request) }),
    }))
  return items.length > 0 && section('daily', t.shortcuts, shortcuts(t.shortcuts, items))
}

function everything(request: AppRequest): Child {
  const sections = Map.groupBy(offeredActions(request), ({ id }) => forms[id].section)
  return [...sections].map(([name, offered]) => sectionCard(request, name, offered))
}

function sectionCard(request: AppRequest, name: string, offered: readonly Offered[]): Child {
  const id = `section-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return html`
    <section class="card links" aria-labelledby=${id}>
      <h2 id=${id}>${sectionName(name, request.language)}</h2>
      <ul>
        ${offered.map((one) => html`<li><a href=${formPath(request, one.id)}>${one.title}</a></li>`)}
      </ul>
    </section>
  `
}
