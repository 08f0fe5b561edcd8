import { presentAccountStatus } from '../../../presenters/platform/account.ts'
import { countEmployed } from '../../../queries/platform/account.ts'
import { action } from '../../action.ts'

/** The state of the account. Owners read here why their organization is paused. */
export const handler = action('platform_account_status', {
  run: ({ db, today }) => db.last(() => countEmployed(db, today)),
  present: (employed, { caller }) => presentAccountStatus(caller.organization, employed),
})
