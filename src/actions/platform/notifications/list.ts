import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { showNotifications } from '../../../views/notifications.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_notifications_list'

/** A page of the caller's own notifications, the newest first. */
export const handler = action('platform_notifications_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { limit, unread_only: unreadOnly } = input
  const before = input.before && decodeCursor(input.before)
  const { items, unread, more } = await showNotifications(ctx, { before, unreadOnly, limit })
  const last = items.at(-1)
  return { items, unread, next: more && last ? encodeCursor('notification', last.id) : null }
}
