import { presentAccountStatus } from '../../../presenters/platform/account.ts'
import { countEmployed } from '../../../queries/platform/account.ts'
import { action } from '../../action.ts'

/** What an owner of a paused organization comes to read, and what the included amounts are counted from. */
export const handler = action('platform_account_status', {
  run: ({ db, today }) => countEmployed(db, today),
  present: (employed, { caller }) => presentAccountStatus(caller.organization, employed),
})
