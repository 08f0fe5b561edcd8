import { presentCaller } from '../../presenters/platform/whoami.ts'
import { action } from '../action.ts'

/** Who calls: all of it was loaded with the credential, so this asks the database nothing. */
export const handler = action('platform_whoami', {
  run: async ({ caller }) => caller,
  present: presentCaller,
})
