import type { Handler } from '../../action.ts'
import { presentAccountStatus } from '../../../presenters/platform/account.ts'
import { countEmployed } from '../../../queries/platform/account.ts'

/** What an owner of a paused organization comes to read, and what the included amounts are counted from (gaps 2, 4). */
export const handler: Handler<'platform_account_status'> = async (ctx) =>
  presentAccountStatus(ctx.caller.organization, await countEmployed(ctx.db, ctx.today))
