import { notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { lockApiKey, revokeApiKey } from '../../../queries/platform/api_keys.ts'

/** One's own key stops at once, for good; a second time changes nothing (spec 3, 4.2). */
export const handler: Handler<'platform_api_keys_revoke'> = async (ctx, { id }) => {
  const key = await lockApiKey(ctx.db, ctx.caller.membershipId, id)
  if (!key) throw notFound('id', 'API key')
  if (!key.revoked) {
    await revokeApiKey(ctx.db, ctx.now, id)
    ctx.record({
      summary: 'Revoked the API key {subject}',
      subject: { type: 'api_key', id, name: key.name },
      changes: [{ field: 'revoked', before: false, after: true }],
    })
  }
  return { id, revoked: true }
}
