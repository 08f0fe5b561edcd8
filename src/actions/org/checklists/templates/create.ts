import { ceilingProblems } from '../../../../domain/ceilings.ts'
import { autoStartProblems, countProblems } from '../../../../domain/checklists.ts'
import { templateCreated } from '../../../../events/checklists.ts'
import { getTemplate, lockTemplates, storeTemplate } from '../../../../queries/org/checklist-templates.ts'
import { judgeTemplate } from '../../../../services/checklists/templates.ts'
import { showTemplates } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_templates_create'

/** A new list of tasks. */
export const handler = action('org_checklists_templates_create', { run })

async function run(ctx: Context<Id>, { name, kind, ...input }: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  const { auto_start = kind !== 'custom' } = input
  const judged = await judgeTemplate(ctx, input)
  const { active, all } = await lockTemplates(db)
  ctx.refuse([
    ...judged.problems,
    ...autoStartProblems(kind, auto_start),
    ...countProblems(active, 'name'),
    ...ceilingProblems('templates', 'name', all + 1),
  ])
  const id = ctx.newId()
  await storeTemplate(
    db,
    { id, archived: false, name, kind, auto_start, ...judged.conditions, tasks: judged.tasks },
    now,
  )
  const template = (await getTemplate(db, id))!
  ctx.record(templateCreated(template))
  return (await showTemplates(ctx, [template]))[0]!
}
