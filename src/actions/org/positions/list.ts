import { positionReader } from '../../../access/positions.ts'
import { activeStatuses, closedStatuses, type PositionStatus } from '../../../domain/positions.ts'
import { notFound } from '../../../errors.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { findMissing } from '../../../queries/existence.ts'
import { findClosed, getPosition, listActive, listClosed } from '../../../queries/org/positions.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_list'

const statusesOf: Readonly<Record<string, readonly PositionStatus[]>> = {
  active: activeStatuses,
  closed: closedStatuses,
  all: [...activeStatuses, ...closedStatuses],
}

/** Positions that the caller sees: those that are not closed, then closed ones in pages. */
export const handler = action('org_positions_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, today, caller, audience } = ctx
  const {
    status,
    unit_id: unitId,
    reports_to_person_id: bossId,
    filled_by_person_id: filledBy,
    limit,
    after,
  } = input
  const missing = await findMissing(db, {
    unit_id: ['unit', unitId],
    reports_to_person_id: ['person', bossId],
    filled_by_person_id: ['person', filledBy],
  })
  if (missing) throw notFound(missing.field, missing.kind)
  const reader = positionReader(caller, audience)
  const statuses = statusesOf[status] ?? [status as PositionStatus]
  const [active, closed] = [activeStatuses, closedStatuses].map((all) =>
    all.filter((one) => statuses.includes(one)),
  ) as [PositionStatus[], PositionStatus[]]
  // Others see no closed ones, and nobody learns by `after` which there are.
  const last = after !== undefined && reader.hr ? await getPosition(db, reader, after, today) : undefined
  if (after !== undefined && !last) throw notFound('after', 'position')
  const place = last && (await findClosed(db, last.id))
  if (last && (closed.length === 0 || !place)) throw ctx.fail('after_not_closed', {})
  const filter = { unitId, bossId, filledBy }
  const [first, then] = await Promise.all([
    // Nobody fills one that is not closed.
    active.length > 0 && after === undefined && filledBy === undefined
      ? listActive(db, reader, { ...filter, statuses: active }, today)
      : [],
    closed.length > 0 && reader.hr
      ? listClosed(db, reader, { ...filter, statuses: closed }, { after: place, limit, today })
      : [],
  ])
  return [...first, ...then].map((row) => presentPosition(row, reader, today))
}
