import { isAdmin } from '../../../access/roles.ts'
import { notFound } from '../../../errors.ts'
import { appDisconnected } from '../../../events/connections.ts'
import {
  lockConnection,
  revokeConnection,
  type LockedConnection,
} from '../../../queries/platform/connections.ts'
import { lockOwnMember } from '../../../queries/platform/logins.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_connections_revoke'

/** Disconnects an app, at once and for good. A second call changes nothing. */
export const handler = action('platform_connections_revoke', { subject, authorize, run })

async function subject(
  { db, caller }: Context<Id>,
  { id }: Input<Id>,
): Promise<LockedConnection | undefined> {
  const [, connection] = await Promise.all([lockOwnMember(db, caller.membershipId), lockConnection(db, id)])
  return connection?.connected ? connection : undefined
}

/** Others' connections are hidden from all but owners and admins. */
function authorize({ caller, audience, fail }: Context<Id>, connection: LockedConnection): void {
  if (connection.membership_id === caller.membershipId) return
  if (!isAdmin(caller, audience)) throw notFound('id', 'connection')
  if (caller.credential.kind !== 'web') throw fail('others_app_needs_web', {})
}

async function run(ctx: Context<Id>, _input: Input<Id>, connection: LockedConnection): Promise<Result<Id>> {
  if (!connection.revoked) {
    // An app may disconnect itself.
    if (connection.id === ctx.caller.credential.id) await ctx.holdAccess()
    await revokeConnection(ctx.db, connection.id, ctx.now)
    ctx.record(appDisconnected(connection))
  }
  return { id: connection.id, revoked: true }
}
