import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { invalid, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentActivity } from '../../../presenters/platform/activity.ts'
import { actorExists, listActivity } from '../../../queries/platform/activity.ts'
import { recordExists } from '../../../queries/existence.ts'

/** Owners and admins read everything; in their own workspace everybody reads what they did themselves (gaps 4). */
export const handler: Handler<'platform_activity_list'> = async (ctx, input) => {
  const { db } = ctx
  const { limit, person_id: personId, actor_id: actorId, action } = input
  const before = input.before === undefined ? undefined : decodeCursor(input.before)
  if (input.before !== undefined && before === undefined)
    throw invalid(
      'before',
      'bad_cursor',
      'This is not a cursor. Send the next_before of the page before, as it came.',
    )
  const membershipId = ctx.audience === 'manage' ? undefined : ctx.caller.membershipId

  const [personKnown, actorKnown, rows] = await Promise.all([
    personId === undefined || recordExists(db, 'people', personId),
    actorId === undefined || actorExists(db, actorId, membershipId),
    listActivity(db, { before, personId, actorId, action, membershipId }, limit + 1),
  ])
  if (!personKnown) throw notFound('person_id', 'person')
  if (!actorKnown) throw notFound('actor_id', 'user or API key')
  const items = rows.slice(0, limit)
  return {
    items: items.map(presentActivity),
    next_before: rows.length > limit ? encodeCursor(items.at(-1)!.id) : null,
  }
}
