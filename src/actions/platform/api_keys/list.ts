import { presentApiKey } from '../../../presenters/platform/api_keys.ts'
import { listApiKeys } from '../../../queries/platform/api_keys.ts'
import { action } from '../../action.ts'

/** Lists the caller's own keys. No role sees the keys of others. */
export const handler = action('platform_api_keys_list', {
  run: ({ db, caller }) => db.last(() => listApiKeys(db, caller.membershipId)),
  present: (keys) => keys.map(presentApiKey),
})
