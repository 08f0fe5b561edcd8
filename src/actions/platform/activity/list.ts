import { logReader, maySeeValues } from '../../../access/activity.ts'
import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { notFound } from '../../../errors.ts'
import { presentActivity } from '../../../presenters/platform/activity.ts'
import { recordExists } from '../../../queries/existence.ts'
import {
  activityExists,
  actorExists,
  listActivity,
  loadPersonNames,
  personsIn,
} from '../../../queries/platform/activity.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_activity_list'

/** Owners and admins read the whole log. With the audience `me`, everybody reads what they did themselves. */
export const handler = action('platform_activity_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db } = ctx
  const { limit, id, person_id: personId, actor_id: actorId, action } = input
  const before = input.before && decodeCursor(input.before)
  const membershipId = ctx.audience === 'manage' ? undefined : ctx.caller.membershipId
  const reader = logReader(ctx.caller)

  const [entryKnown, personKnown, actorKnown, rows] = await Promise.all([
    id === undefined || activityExists(db, id, membershipId, reader),
    personId === undefined || recordExists(db, 'person', personId),
    actorId === undefined || actorExists(db, actorId, membershipId),
    listActivity(db, { before, id, personId, actorId, action, membershipId }, reader, limit + 1),
  ])
  if (!entryKnown) throw notFound('id', 'activity')
  if (!personKnown) throw notFound('person_id', 'person')
  if (!actorKnown) throw notFound('actor_id', 'actor')
  const page = rows.slice(0, limit)
  const names = await loadPersonNames(
    db,
    page.flatMap(({ changes }) => personsIn(changes)),
  )
  return {
    items: page.map((row) =>
      presentActivity(row, names, maySeeValues(ctx.caller, ctx.audience, row), ctx.language),
    ),
    next_before: rows.length > limit ? encodeCursor('activity', page.at(-1)!.id) : null,
  }
}
