import { presentApiKey } from '../../../presenters/platform/api_keys.ts'
import { listApiKeys } from '../../../queries/platform/api_keys.ts'
import { action } from '../../action.ts'

/** One's own keys and nobody else's, whatever one's role. */
export const handler = action('platform_api_keys_list', {
  run: ({ db, caller }) => listApiKeys(db, caller.membershipId),
  present: (keys) => keys.map(presentApiKey),
})
