import type { Result } from '../../../actions/action.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { table } from '../../parts/table/part.ts'
import { tabs } from '../../parts/tabs/part.ts'
import type { Page } from '../../page.ts'
import { call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { checklistTexts } from './texts.ts'

export type Run = Result<'org_checklists_runs_list'>[number]

/** So many checklists are on a page. */
const onPage = 50

const views = {
  tasks: 'tasks',
  running: 'checklists',
  ended: 'checklists',
  templates: 'checklists/templates',
} as const
type View = keyof typeof views

/** The pages about checklists, beside each other. */
export function tabsOf(request: AppRequest, here: View): Child {
  const t = checklistTexts[request.language]
  return tabs(
    t.views,
    (Object.keys(views) as View[]).map((view) => ({
      text: t[view],
      href: pathTo(request, views[view], view === 'ended' ? { state: 'ended' } : {}),
      current: view === here,
    })),
  )
}

/** Checklists of people: open ones, or completed and cancelled ones in pages. */
export const checklistsPage: Page = async (request) => {
  const { language, search } = request
  const t = checklistTexts[language]
  const isEnded = search.get('state') === 'ended'
  const after = search.get('after') ?? undefined
  const runs = await call(request, 'org_checklists_runs_list', {
    status: isEnded ? 'all' : 'open',
    limit: onPage,
    ...(after && { after }),
  })
  const shown = isEnded ? runs.filter(({ status }) => status !== 'open') : runs
  const start = linkButton(
    formPath(request, 'org_checklists_runs_start', { back: pathTo(request, 'checklists') }),
    { text: t.start, kind: 'main' },
  )
  return {
    title: t.title,
    lead: t.lead,
    actions: start,
    body: [
      tabsOf(request, isEnded ? 'ended' : 'running'),
      runTable(request, shown, empty(isEnded ? t.noneEnded : t.noneRunning)),
      runs.length === onPage &&
        html`<div class="row">
          ${linkButton(
            pathTo(request, 'checklists', { ...(isEnded && { state: 'ended' }), after: runs.at(-1)!.id }),
            { text: t.next },
          )}
        </div>`,
    ],
  }
}

/** Checklists as rows, each of which leads to its page. */
export function runTable(request: AppRequest, runs: readonly Run[], none: Child): Child {
  const { language } = request
  const t = checklistTexts[language]
  return table<Run>({
    stack: true,
    caption: t.title,
    rows: runs,
    none,
    columns: [
      {
        name: t.name,
        value: ({ id, name }) => html`<a href=${pathTo(request, `checklists/${id}`)}>${name}</a>`,
      },
      {
        name: t.person,
        value: ({ person }) => html`<a href=${pathTo(request, `people/${person.id}`)}>${person.name}</a>`,
      },
      { name: t.day, value: ({ anchor_date }) => day(anchor_date, language) },
      { name: t.progress, value: ({ progress }) => progressOf(request, progress) },
      { name: t.status, value: ({ status }) => stateOf(request, status) },
    ],
  })
}

/** The tasks of a checklist that are done or skipped, of all. */
export const progressOf = ({ language }: AppRequest, { done, skipped, total }: Run['progress']): string =>
  checklistTexts[language].of(done + skipped, total)

/** The state of a checklist. */
export const stateOf = ({ language }: AppRequest, status: string): Child => {
  const names: Readonly<Record<string, string>> = checklistTexts[language].statuses
  return badge(names[status] ?? status, status === 'completed' ? 'good' : undefined)
}
