import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { list, section } from '../../parts/list/part.ts'
import { allows, call, pathTo, type AppRequest } from '../../request.ts'
import { dueOf } from '../checklists/tasks.ts'
import { checklistTexts } from '../checklists/texts.ts'

/** So many tasks stand on the home page; the others are a link away. */
const shown = 5

/** The tasks of checklists that the reader has to do; nothing where there are none. */
export async function ownTasks(request: AppRequest): Promise<Child> {
  if (!allows(request, 'org_checklists_tasks_list')) return undefined
  const { language } = request
  const t = checklistTexts[language]
  const tasks = await call(request, 'org_checklists_tasks_list', { limit: shown })
  if (tasks.length === 0) return undefined
  return section(
    'tasks',
    t.ownTasks,
    list(
      tasks.map((task) => ({
        name: task.title,
        href: pathTo(request, 'tasks'),
        note: [task.person.name, ', ', task.run.name],
        end: dueOf(request, task),
      })),
    ),
    html`<div class="row">${linkButton(pathTo(request, 'tasks'), { text: t.all, small: true })}</div>`,
  )
}
