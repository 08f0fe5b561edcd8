import { positionReader } from '../../../access/positions.ts'
import { changedFields } from '../../../domain/changes.ts'
import { statusProblems } from '../../../domain/positions.ts'
import { problem } from '../../../errors.ts'
import { positionUpdated } from '../../../events/positions.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { lockPosition, reloadPosition, updatePosition } from '../../../queries/org/position-writes.ts'
import type { PositionFields, PositionRow } from '../../../queries/org/positions.ts'
import { judgePosition } from '../../../services/positions/judge.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_update'

/** Changes a position that is not closed. */
export const handler = action('org_positions_update', {
  subject: ({ db, today }, { position_id: id }) => lockPosition(db, id, today),
  run,
})

async function run(ctx: Context<Id>, input: Input<Id>, before: PositionRow): Promise<Result<Id>> {
  const { db, now, today, caller, audience } = ctx
  const { position_id: id, ...given } = input
  const changed = changedFields<PositionFields>(before, { ...otherBoss(given), ...given })
  const fields = { ...before, ...changed }
  // What was given is judged, and of the rest only what contradicts it.
  const { problems, isCircle } = await judgePosition(ctx, {
    fields,
    given: { ...changed, ...(given.pay_range !== undefined && { pay_range: given.pay_range }) },
    id,
  })
  ctx.refuse([
    ...statusProblems(before.status, given.status ?? before.status),
    ...problems,
    ...(isCircle ? [problem('positions_in_a_circle', {})] : []),
  ])
  const names = Object.keys(changed) as (keyof PositionFields)[]
  const reader = positionReader(caller, audience)
  if (names.length === 0) return presentPosition(before, reader, today)
  await updatePosition(db, id, changed, now)
  const after = await reloadPosition(db, id, today)
  ctx.record(positionUpdated(before, after, names))
  return presentPosition(after, reader, today)
}

/** Whoever names a person takes the position away that it reports to, and the other way round. */
function otherBoss(given: Omit<Input<Id>, 'position_id'>): Partial<PositionFields> {
  const { reports_to_person_id: person, reports_to_position_id: position } = given
  if (person && position === undefined) return { reports_to_position_id: null }
  return position && person === undefined ? { reports_to_person_id: null } : {}
}
