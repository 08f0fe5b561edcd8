import type { Handler } from '../../../pipeline/action.ts'
import { presentApiKey } from '../../../presenters/api_key.ts'
import { listApiKeys } from '../../../queries/api_keys.ts'

/** One's own keys and nobody else's, whatever one's role (spec 4.2). */
export const handler: Handler<'platform_api_keys_list'> = async (ctx) =>
  (await listApiKeys(ctx.db, ctx.caller.membershipId)).map(presentApiKey)
