import { isId } from '../../../domain/ids.ts'
import { markRead } from '../../../queries/platform/notifications.ts'
import { unreadOf } from '../../../views/notifications.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_notifications_mark_read'

/** Marks some of the caller's own notifications. */
export const handler = action('platform_notifications_mark_read', { run })

async function run(ctx: Context<Id>, { ids }: Input<Id>): Promise<Result<Id>> {
  const marked = await markRead(ctx.db, ctx.caller.membershipId, ids.filter(isId), ctx.now)
  return { marked, unread: await unreadOf(ctx) }
}
