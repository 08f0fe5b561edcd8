import { randomUUIDv7 } from 'node:crypto'
import { hashSecret, newApiKey } from '../../../secrets/credentials.ts'
import { conflict, forbidden } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentApiKey } from '../../../presenters/platform/api_keys.ts'
import { insertApiKey, lockAndCountKeys } from '../../../queries/platform/api_keys.ts'

const maxActiveKeys = 20

/** A key can do no more than its maker: it takes the audience from what the member has (gaps 4). */
export const handler: Handler<'platform_api_keys_create'> = async (ctx, { name, audience }) => {
  const { membershipId } = ctx.caller
  if ((await lockAndCountKeys(ctx.db, membershipId)) >= maxActiveKeys)
    throw conflict(`You have ${maxActiveKeys} keys that work. Revoke one that you no longer use.`)

  const id = randomUUIDv7()
  const secret = newApiKey()
  const last4 = secret.slice(-4)
  await insertApiKey(
    ctx.db,
    { id, membershipId, name, audience, last4, createdAt: ctx.now },
    hashSecret(secret),
  )
  ctx.record({
    summary: 'Created the API key {subject}',
    subject: { type: 'api_key', id, name },
    changes: [{ field: 'audience', before: null, after: audience }],
  })
  const created_at = ctx.now.toISOString()
  return {
    ...presentApiKey({ id, name, audience, last4, created_at, last_used_at: null, revoked: false }),
    secret,
  }
}

handler.authorize = ({ caller }, { audience }) => {
  if (!caller.audiences.includes(audience))
    throw forbidden(
      audience === 'manage'
        ? 'A manage key takes a role other than member. Make a key of the audience me instead.'
        : 'A me key takes a login that is linked to a person. Ask an owner or admin to link yours.',
    )
}
