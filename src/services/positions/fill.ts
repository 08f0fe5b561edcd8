import { fillProblems } from '../../domain/positions.ts'
import { notFound, refusal } from '../../errors.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { positionFilled } from '../../events/positions.ts'
import { findBoss, lockPosition, reloadPosition, settlePosition } from '../../queries/org/position-writes.ts'
import type { PositionRow } from '../../queries/org/positions.ts'
import { maxDay, type Day } from '../../domain/day.ts'
import type { Proposing } from '../change-context.ts'

/** Somebody who has a position from now on, and the employment that begins with it. */
export interface NewHolder {
  personId: string
  /** Null: they work here already. */
  employmentId: string | null
}

/**
 * Fills a locked position that is open or on hold.
 *
 * @throws ApiError conflict for a draft and a closed one
 */
export async function fillPosition(
  ctx: Proposing & { record: (domainEvent: DomainEvent<'position.filled'>) => void },
  before: PositionRow,
  { personId, employmentId }: NewHolder,
): Promise<PositionRow> {
  const { db, now, today } = ctx
  const problems = fillProblems(before.status)
  if (problems.length > 0) throw refusal(problems)
  await settlePosition(
    db,
    before.id,
    { status: 'filled', filledBy: { personId, employmentId, on: today } },
    now,
  )
  const after = await reloadPosition(db, before.id, today)
  ctx.record(positionFilled(after))
  return after
}

/**
 * The position that a hire is to fill, locked before all else; undefined when it names none.
 *
 * @throws ApiError not_found
 */
export async function lockWanted(
  { db, today }: Pick<Proposing, 'db' | 'today'>,
  id: string | undefined,
): Promise<PositionRow | undefined> {
  if (id === undefined) return undefined
  const position = await lockPosition(db, id, today)
  if (!position) throw notFound('position_id', 'position')
  return position
}

/** The parts of a hire that a position has, too. */
interface Placed {
  start_date: Day
  unit_id?: string | null | undefined
  location_id?: string | null | undefined
  legal_entity_id?: string | null | undefined
  manager_id?: string | null | undefined
  weekly_hours?: number | null | undefined
}

/**
 * A hire into a position: what it leaves out is as the position says. The manager is the person that the position reports
 * to, or whoever fills the position above, unless they have left by then.
 */
export async function withPosition<Hire extends Placed>(
  { db, today }: Pick<Proposing, 'db' | 'today'>,
  hire: Hire,
  { id, unit_id, location_id, legal_entity_id, weekly_hours }: PositionRow,
): Promise<Hire> {
  const boss = hire.manager_id === undefined ? await findBoss(db, id, maxDay(hire.start_date, today)) : null
  return {
    ...(unit_id !== null && { unit_id }),
    ...(location_id !== null && { location_id }),
    ...(legal_entity_id !== null && { legal_entity_id }),
    ...(boss !== null && { manager_id: boss }),
    weekly_hours,
    ...hire,
  }
}
