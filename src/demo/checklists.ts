import { byName } from '../domain/checklists.ts'
import type { Day } from '../domain/day.ts'
import type { Call } from './caller.ts'
import type { Ids } from './structure.ts'

/** People who start soon. */
const newcomers = ['emil.sandstrom', 'ngozi.eberechi'] as const

/**
 * Makes the onboarding of the service the company's own, with a task for somebody by name, and starts it for those who start
 * soon: the first of its tasks are done.
 */
export async function makeChecklists(call: Call, now: Day, idOf: Ids): Promise<void> {
  const { templates } = await call('org_checklists_templates_list', {})
  const onboarding = templates.find(({ kind }) => kind === 'onboarding')!
  const { id: template_id } = await call('org_checklists_templates_update', {
    template_id: onboarding.id,
    tasks: [
      ...onboarding.tasks.map(({ assignee, ...task }) => ({ ...task, assignee: { type: assignee.type } })),
      {
        id: 'badge',
        title: 'Print the badge for the workshop',
        assignee: { type: byName, person_id: idOf('hanna.petersen') },
        offset_days: -2,
      },
    ],
  })
  for (const who of newcomers) {
    const run = await call('org_checklists_runs_start', { template_id, person_id: idOf(who) })
    const [first] = run.tasks
    if (!first || first.due_date > now) continue
    await call('org_checklists_tasks_set_status', { task_id: first.id, status: 'done' })
    await call('org_checklists_tasks_comment', { task_id: first.id, text: 'Signed and sent back.' })
  }
}
