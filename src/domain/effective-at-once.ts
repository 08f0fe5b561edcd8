import type { Day } from './day.ts'

/** The days of a timeline, which are all that matters here. */
export interface Days {
  readonly employments: readonly { id: string; startDate: Day; lastDay: Day | null }[]
  readonly rows: readonly { id: string; employmentId: string; validFrom: Day }[]
}

/** An employment or a job row, and the day on which it takes effect. */
export interface Effective {
  id: string
  personId: string
  day: Day
}

/** Changes that take effect: employments that begin, rows after the first of an employment, and employments that end. */
export interface EffectiveSet {
  started: Effective[]
  jobs: Effective[]
  left: Effective[]
}

/** Ids of employments (`started`, `left`) and of job rows that lie ahead, although they did not before. */
export interface Postponed {
  started: string[]
  jobs: string[]
  left: string[]
}

/**
 * Finds all that a change of a job history makes effective at once: it is recorded on its day, or later. All that was
 * effective before the change is not in it. The last day of an employment is still worked, so it takes effect when it
 * is over.
 */
export function effectiveAtOnce(personId: string, before: Days, after: Days, today: Day): EffectiveSet {
  const employments = byId(before.employments)
  const rows = byId(before.rows)
  const hasBegun = (day: Day | undefined) => day !== undefined && day <= today
  const isOver = (day: Day | null | undefined) => day !== null && day !== undefined && day < today
  return {
    started: after.employments
      .filter(({ id, startDate }) => hasBegun(startDate) && !hasBegun(employments.get(id)?.startDate))
      .map(({ id, startDate }) => ({ id, personId, day: startDate })),
    jobs: laterRows(after)
      .filter(({ id, validFrom }) => hasBegun(validFrom) && !hasBegun(rows.get(id)?.validFrom))
      .map(({ id, validFrom }) => ({ id, personId, day: validFrom })),
    left: after.employments
      .filter(({ id, lastDay }) => isOver(lastDay) && !isOver(employments.get(id)?.lastDay))
      .map(({ id, lastDay }) => ({ id, personId, day: lastDay! })),
  }
}

/**
 * The ids of the new employments and job rows that take effect at once, with the first rows of these employments.
 *
 * @param set what `effectiveAtOnce` answers for the same change
 */
export function newAtOnce(before: Days, after: Days, { started, jobs }: EffectiveSet): string[] {
  const known = new Set([...before.employments, ...before.rows].map(({ id }) => id))
  const firstDays = new Map(started.map(({ id, day }) => [id, day]))
  const firstRows = after.rows.filter(
    ({ employmentId, validFrom }) => firstDays.get(employmentId) === validFrom,
  )
  return [...started, ...jobs, ...firstRows].map(({ id }) => id).filter((id) => !known.has(id))
}

/**
 * Finds all that a change moves ahead: a day that had come lies in the future now, or an end was taken back. It is told
 * again when its new day comes. Days that the change did not move stay told, even where the time zone of the
 * organization has changed and today is yesterday again.
 */
export function postponed(before: Days, after: Days, today: Day): Postponed {
  const employments = byId(before.employments)
  const rows = byId(before.rows)
  const movedAhead = (was: Day | undefined, day: Day) => was !== undefined && was !== day && day > today
  return {
    started: after.employments
      .filter(({ id, startDate }) => movedAhead(employments.get(id)?.startDate, startDate))
      .map(({ id }) => id),
    jobs: after.rows
      .filter(({ id, validFrom }) => movedAhead(rows.get(id)?.validFrom, validFrom))
      .map(({ id }) => id),
    left: after.employments
      .filter(({ id, lastDay }) => {
        const was = employments.get(id)?.lastDay ?? null
        return was !== null && was !== lastDay && (lastDay === null || lastDay >= today)
      })
      .map(({ id }) => id),
  }
}

/** Job rows but the first one of each employment: `person.started` announces that one. */
function laterRows({ employments, rows }: Days): Days['rows'] {
  const startOf = new Map(employments.map(({ id, startDate }) => [id, startDate]))
  return rows.filter(({ employmentId, validFrom }) => startOf.get(employmentId) !== validFrom)
}

const byId = <Record extends { id: string }>(records: readonly Record[]): Map<string, Record> =>
  new Map(records.map((one) => [one.id, one]))
