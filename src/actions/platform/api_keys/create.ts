import { apiKeyCreated } from '../../../events/api_keys.ts'
import { presentApiKey } from '../../../presenters/platform/api_keys.ts'
import { insertApiKey, lockAndCountKeys } from '../../../queries/platform/api_keys.ts'
import { hashSecret, newApiKey } from '../../../secrets/credentials.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_api_keys_create'

const maxActiveKeys = 20

/** Creates an API key. Its audience must be one that the member has, so that a key cannot do more than its member. */
export const handler = action('platform_api_keys_create', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, { audience }: Input<Id>): void {
  if (ctx.caller.audiences.includes(audience)) return
  throw ctx.fail(audience === 'manage' ? 'manage_key_needs_role' : 'me_key_needs_person', {})
}

async function run(ctx: Context<Id>, { name, audience }: Input<Id>): Promise<Result<Id>> {
  const { db, now, caller } = ctx
  const { membershipId } = caller
  const count = await lockAndCountKeys(db, membershipId)
  if (count >= maxActiveKeys) throw ctx.fail('too_many_api_keys', { count })

  const id = ctx.newId()
  const secret = newApiKey()
  const last4 = secret.slice(-4)
  await insertApiKey(db, { id, membershipId, name, audience, last4, createdAt: now }, hashSecret(secret))
  ctx.record(apiKeyCreated({ id, name }, audience))
  const key = { id, name, audience, last4, created_at: now.toISOString(), last_used_at: null, revoked: false }
  return { ...presentApiKey(key), secret }
}
