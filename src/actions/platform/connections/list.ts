import { isAdmin } from '../../../access/roles.ts'
import { presentConnection } from '../../../presenters/platform/connections.ts'
import { listConnections, type ConnectionRow } from '../../../queries/platform/connections.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_connections_list'

/** Lists the caller's connected apps, or those of all members. */
export const handler = action('platform_connections_list', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, { everyone }: Input<Id>): void {
  if (everyone && !isAdmin(ctx.caller, ctx.audience)) throw ctx.fail('everyone_needs_admin', {})
}

async function run({ db, caller, now }: Context<Id>, { everyone }: Input<Id>): Promise<Result<Id>> {
  const { membershipId } = caller
  const rows = await db.last(() => listConnections(db, everyone ? null : membershipId, now))
  return rows.map((row: ConnectionRow) => presentConnection(row, membershipId, everyone === true))
}
