import type { ActionId } from '../../../generated/actions.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { facts, section } from '../../parts/list/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { askButton } from '../actions/ask.ts'
import { progressOf, stateOf, type Run } from './checklists.ts'
import { taskTable } from './tasks.ts'
import { checklistTexts } from './texts.ts'

/** A checklist with its tasks, and what the reader may do with them. */
export const checklistPage: Page = async (request) => {
  const { language, params } = request
  const t = checklistTexts[language]
  const run = await call(request, 'org_checklists_runs_get', { run_id: params['id']! })
  const back = pathTo(request, `checklists/${run.id}`)
  return {
    title: run.name,
    lead: [run.person.name, ' ', stateOf(request, run.status)],
    trail: [{ text: t.title, href: pathTo(request, 'checklists') }],
    actions: waysOf(request, run, back),
    body: [
      section(
        'about',
        t.about,
        facts([
          {
            name: t.person,
            value: html`<a href=${pathTo(request, `people/${run.person.id}`)}>${run.person.name}</a>`,
          },
          { name: t.day, value: day(run.anchor_date, language) },
          { name: t.progress, value: progressOf(request, run.progress) },
          { name: t.startedBy, value: run.started_by?.name ?? t.byService },
        ]),
      ),
      section('tasks', t.tasks, taskTable(request, run.tasks, back, false)),
    ],
  }
}

function waysOf(request: AppRequest, { id, status }: Run, back: string): Child {
  const t = checklistTexts[request.language]
  const ways: { action: ActionId; text: string; shown: boolean; danger?: boolean }[] = [
    { action: 'org_checklists_tasks_add', text: t.add, shown: status !== 'cancelled' },
    { action: 'org_checklists_runs_reschedule', text: t.move, shown: status === 'open' },
    { action: 'org_checklists_runs_cancel', text: t.cancel, shown: status === 'open', danger: true },
  ]
  return ways
    .filter(({ action, shown }) => shown && allows(request, action))
    .map(({ action, text, danger }) =>
      danger
        ? askButton(request, action, { run_id: id }, back, { text, kind: 'danger' })
        : linkButton(formPath(request, action, { run_id: id, back }), { text }),
    )
}
