import type { Handler } from '../../action.ts'
import { presentChecklist } from '../../../presenters/org/setup.ts'
import { getChecklist } from '../../../queries/org/setup.ts'

/** What of a working organization is there (spec 2.16). */
export const handler: Handler<'org_setup_status'> = async (ctx) =>
  presentChecklist(await getChecklist(ctx.db))
