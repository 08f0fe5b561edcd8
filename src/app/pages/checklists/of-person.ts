import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { progressOf, stateOf, type Run } from './checklists.ts'
import { checklistTexts } from './texts.ts'

/** So many checklists of a person are shown, the last ones. */
const shown = 10

/** The checklists about a person, for those who see them. */
export async function loadChecklists(request: AppRequest, personId: string): Promise<Run[] | undefined> {
  if (!allows(request, 'org_checklists_runs_list')) return undefined
  return call(request, 'org_checklists_runs_list', { person_id: personId, status: 'all', limit: shown })
}

/** The section about checklists on the page of a person. */
export function checklistsOf(
  request: AppRequest,
  runs: readonly Run[] | undefined,
  personId: string,
  back: string,
): Child {
  if (!runs) return undefined
  const t = checklistTexts[request.language]
  return section(
    'checklists',
    t.title,
    runs.length === 0
      ? html`<p class="note">${t.noneOfPerson}</p>`
      : list(
          runs.map((run) => ({
            name: run.name,
            href: pathTo(request, `checklists/${run.id}`),
            note: progressOf(request, run.progress),
            end: stateOf(request, run.status),
          })),
        ),
    html`<div class="row">
      ${
        allows(request, 'org_checklists_runs_start') &&
        linkButton(formPath(request, 'org_checklists_runs_start', { person_id: personId, back }), {
          text: t.startFor,
          small: true,
        })
      }
      ${linkButton(pathTo(request, 'tasks', { assignee_id: personId }), { text: t.theirTasks, small: true })}
    </div>`,
  )
}
