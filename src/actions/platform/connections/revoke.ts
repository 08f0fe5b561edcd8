import { isAdmin } from '../../../access/roles.ts'
import { appDisconnected } from '../../../events/connections.ts'
import {
  lockConnection,
  revokeConnection,
  type LockedConnection,
} from '../../../queries/platform/connections.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_connections_revoke'

/** Disconnects an app, at once and for good. A second call changes nothing. */
export const handler = action('platform_connections_revoke', { subject, authorize, run })

/** Others' connections are hidden from all but owners and admins. */
async function subject(ctx: Context<Id>, { id }: Input<Id>): Promise<LockedConnection | undefined> {
  const connection = await lockConnection(ctx.db, id)
  const isSeen = connection && (isMine(ctx, connection) || isAdmin(ctx.caller, ctx.audience))
  return isSeen && connection.connected ? connection : undefined
}

function authorize(ctx: Context<Id>, connection: LockedConnection): void {
  if (isMine(ctx, connection) || ctx.caller.credential.kind === 'web') return
  throw ctx.fail('others_app_needs_web', {})
}

async function run(ctx: Context<Id>, _input: Input<Id>, connection: LockedConnection): Promise<Result<Id>> {
  if (!connection.revoked) {
    await revokeConnection(ctx.db, connection.id, ctx.now)
    ctx.record(appDisconnected(connection))
  }
  return { id: connection.id, revoked: true }
}

const isMine = ({ caller }: Context<Id>, { membership_id }: LockedConnection): boolean =>
  membership_id === caller.membershipId
