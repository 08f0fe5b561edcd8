import type { Handler } from '../../action.ts'
import { presentApiKey } from '../../../presenters/platform/api_keys.ts'
import { listApiKeys } from '../../../queries/platform/api_keys.ts'

/** One's own keys and nobody else's, whatever one's role (spec 4.2). */
export const handler: Handler<'platform_api_keys_list'> = async (ctx) =>
  (await listApiKeys(ctx.db, ctx.caller.membershipId)).map(presentApiKey)
