import { markRead } from '../../../queries/platform/notifications.ts'
import { unreadOf } from '../../../views/notifications.ts'
import { action, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_notifications_mark_all_read'

/** Marks all of the caller's own notifications. */
export const handler = action('platform_notifications_mark_all_read', { run })

async function run(ctx: Context<Id>): Promise<Result<Id>> {
  const marked = await markRead(ctx.db, ctx.caller.membershipId, undefined, ctx.now)
  return { marked, unread: await unreadOf(ctx) }
}
