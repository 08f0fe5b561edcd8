import { presentCaller } from '../../presenters/platform/whoami.ts'
import { action } from '../action.ts'

/** The caller. Everything was loaded with the credential, so there is no query. */
export const handler = action('platform_whoami', {
  run: async ({ caller }) => caller,
  present: presentCaller,
})
