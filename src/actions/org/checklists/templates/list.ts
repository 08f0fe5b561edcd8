import { listTemplates } from '../../../../queries/org/checklist-templates.ts'
import { showTemplates } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_templates_list'

/** Templates, in the order in which they were added. */
export const handler = action('org_checklists_templates_list', { run })

async function run(ctx: Context<Id>, { include_archived: archived }: Input<Id>): Promise<Result<Id>> {
  return { templates: await showTemplates(ctx, await listTemplates(ctx.db, { archived })) }
}
