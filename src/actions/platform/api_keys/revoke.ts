import { apiKeyRevoked } from '../../../events/api_keys.ts'
import { lockApiKey, revokeApiKey, type LockedApiKey } from '../../../queries/platform/api_keys.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_api_keys_revoke'

/** Revokes one of the caller's own keys, at once and for good. A second call changes nothing. */
export const handler = action('platform_api_keys_revoke', { subject, run })

function subject({ db, caller }: Context<Id>, { id }: Input<Id>): Promise<LockedApiKey | undefined> {
  return lockApiKey(db, caller.membershipId, id)
}

async function run(ctx: Context<Id>, _input: Input<Id>, key: LockedApiKey): Promise<Result<Id>> {
  if (!key.revoked) {
    // A key may revoke itself.
    if (key.id === ctx.caller.credential.id) await ctx.holdAccess()
    await revokeApiKey(ctx.db, key.id, ctx.now)
    ctx.record(apiKeyRevoked(key))
  }
  return { id: key.id, revoked: true }
}
