import { changedFields } from '../../../../domain/changes.ts'
import { autoStartProblems, countProblems } from '../../../../domain/checklists.ts'
import { templateChanged } from '../../../../events/checklists.ts'
import {
  getTemplate,
  lockTemplates,
  storeTemplate,
  type TemplateFields,
  type TemplateRow,
} from '../../../../queries/org/checklist-templates.ts'
import { judgeTemplate } from '../../../../services/checklists/templates.ts'
import { showTemplates } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_templates_update'
type Subject = { before: TemplateRow; active: number }

/** Changes a template; from the first change on, one that each company begins with is its own. */
export const handler = action('org_checklists_templates_update', {
  subject: async ({ db }, { template_id: id }): Promise<Subject | undefined> => {
    const { active } = await lockTemplates(db)
    const before = await getTemplate(db, id)
    return before && { before, active }
  },
  run,
})

async function run(ctx: Context<Id>, input: Input<Id>, { before, active }: Subject): Promise<Result<Id>> {
  const { db, now } = ctx
  const { template_id: id, archived: wanted, conditions, tasks, ...given } = input
  const was = before.archived_at !== null
  const archived = wanted ?? was
  const judged = await judgeTemplate(ctx, { conditions, tasks })
  // Whoever makes it a custom one need not say that it does not start by itself.
  const auto_start = given.auto_start ?? (given.kind === 'custom' ? false : before.auto_start)
  const changed = changedFields<TemplateFields>(before, {
    ...given,
    auto_start,
    ...(conditions && judged.conditions),
    ...(tasks && { tasks: judged.tasks }),
  })
  const fields: TemplateFields = { ...fieldsOf(before), ...changed }
  ctx.refuse([
    ...judged.problems,
    ...autoStartProblems(fields.kind, fields.auto_start),
    ...(was && !archived ? countProblems(active, 'archived') : []),
  ])
  const names = [
    ...(Object.keys(changed) as (keyof TemplateFields)[]),
    ...(archived === was ? [] : (['archived'] as const)),
  ]
  if (names.length === 0) return (await showTemplates(ctx, [before]))[0]!
  await storeTemplate(db, { id, archived, ...fields }, now)
  const after = (await getTemplate(db, id))!
  ctx.record(templateChanged(before, after, names))
  return (await showTemplates(ctx, [after]))[0]!
}

const fieldsOf = ({
  name,
  kind,
  auto_start,
  unit_ids,
  location_ids,
  legal_entity_ids,
  tasks,
}: TemplateRow): TemplateFields => ({
  name,
  kind,
  auto_start,
  unit_ids,
  location_ids,
  legal_entity_ids,
  tasks,
})
