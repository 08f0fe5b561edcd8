import { presentAccountStatus } from '../../../presenters/platform/account.ts'
import { getMailMonth } from '../../../queries/platform/optional-mails.ts'
import { getUsedBytes } from '../../../queries/platform/storage.ts'
import { action } from '../../action.ts'
import type { Context } from '../../context.ts'

/** The state of the account. Owners read here why their organization is paused. */
export const handler = action('platform_account_status', {
  run,
  present: (used, { caller }) => presentAccountStatus(caller.organization, used),
})

async function run({ db, now }: Context<'platform_account_status'>) {
  const [month, storedBytes] = await db.last(() => Promise.all([getMailMonth(db, now), getUsedBytes(db)]))
  return { month, storedBytes }
}
