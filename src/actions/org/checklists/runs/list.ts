import { notFound } from '../../../../errors.ts'
import { findMissing } from '../../../../queries/existence.ts'
import { getRun, listRuns } from '../../../../queries/org/checklist-runs.ts'
import { getTemplate } from '../../../../queries/org/checklist-templates.ts'
import { showRuns } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_runs_list'

/** Checklists of people, the one that started last first. */
export const handler = action('org_checklists_runs_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db } = ctx
  const { status, kind, person_id: personId, template_id: templateId, limit, after } = input
  const missing = await findMissing(db, { person_id: ['person', personId] })
  if (missing) throw notFound(missing.field, missing.kind)
  if (templateId !== undefined && !(await getTemplate(db, templateId)))
    throw notFound('template_id', 'checklist_template')
  if (after !== undefined && !(await getRun(db, after))) throw notFound('after', 'checklist_run')
  const filter = { kind, personId, templateId, status: status === 'all' ? undefined : status }
  return showRuns(ctx, await listRuns(db, filter, { after, limit }))
}
