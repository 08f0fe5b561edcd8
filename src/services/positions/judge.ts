import { isClosed, termProblems, type PositionTerms } from '../../domain/positions.ts'
import { placesProblems } from '../../domain/placement.ts'
import { notFound, problem, type Problem } from '../../errors.ts'
import { loadPlaces } from '../../queries/org/placement.ts'
import { findMissing } from '../../queries/existence.ts'
import { findAbove, lockPlan } from '../../queries/org/position-writes.ts'
import type { PositionFields } from '../../queries/org/positions.ts'
import type { Proposing } from '../change-context.ts'

/** A position as it is to be, and which of its parts are given now: only those are checked. */
export interface Wanted {
  fields: PositionTerms & Pick<PositionFields, 'unit_id' | 'location_id' | 'legal_entity_id'>
  given: Partial<PositionFields>
  /** The position itself; null for a new one. */
  id: string | null
}

/** Facts about a position as it is to be. */
export interface Judged {
  problems: Problem<
    | 'unit_archived'
    | 'location_archived'
    | 'legal_entity_archived'
    | 'reports_to_two'
    | 'reports_to_gone'
    | 'position_above_closed'
    | 'replaces_without_reason'
    | 'pay_range_reversed'
    | 'pay_range_needs_web'
  >[]
  /** It would be above itself. */
  isCircle: boolean
  /** Positions that are not closed. */
  active: number
}

/**
 * All that stands against a position. Its locks: unit, location, legal entity, then the plan of headcount.
 *
 * @throws ApiError not_found for what it names
 */
export async function judgePosition(ctx: Proposing, { fields, given, id }: Wanted): Promise<Judged> {
  const { db, today, caller } = ctx
  const boss = given.reports_to_person_id ?? null
  const places = await loadPlaces(
    db,
    {
      unit_id: given.unit_id,
      location_id: given.location_id,
      legal_entity_id: given.legal_entity_id,
      manager_id: boss,
    },
    today,
  )
  const missing = await findMissing(db, {
    unit_id: ['unit', given.unit_id ?? undefined],
    location_id: ['location', given.location_id ?? undefined],
    legal_entity_id: ['legal_entity', given.legal_entity_id ?? undefined],
    reports_to_person_id: ['person', boss ?? undefined],
    replaces_person_id: ['person', given.replaces_person_id ?? undefined],
  })
  if (missing) throw notFound(missing.field, missing.kind)
  const { active } = await lockPlan(db)
  const aboveId = given.reports_to_position_id
  const above = aboveId ? await findAbove(db, aboveId, id) : null
  if (above === undefined) throw notFound('reports_to_position_id', 'position')
  const isGone = boss !== null && !places.manager?.from
  const problems = [
    ...placesProblems({ ...places, manager: undefined }).filter(
      (one): one is Exclude<typeof one, { name: 'manager_has_left' }> => one.name !== 'manager_has_left',
    ),
    ...termProblems(fields),
    ...(given.pay_range !== undefined && caller.credential.kind !== 'web'
      ? [problem('pay_range_needs_web', {})]
      : []),
    ...(isGone ? [problem('reports_to_gone', {})] : []),
    ...(above && isClosed(above.status) ? [problem('position_above_closed', { title: above.title })] : []),
  ]
  return { problems, isCircle: above?.circular ?? false, active }
}
