import { problem, type Problem } from '../errors.ts'
import { recordTexts } from '../texts/records.ts'
import { addDays, covers, type Day } from './day.ts'
import type { Employment, JobRow, JobTerms, TermName, Timeline } from './employment.ts'
import { isFull, mostJobRows, termNames } from './employment.ts'
import { crossing, firstFreeDay } from './adjacent-rows.ts'

/**
 * Changes of a person's employment after the hire. Each function takes a timeline and answers another one, or the
 * problems. A timeline follows one rule: what holds on a day is the hire with every change up to that day applied, in
 * the order of the days on which they take effect, whenever they were entered. So a change before a scheduled row
 * reaches that row in the terms that the row did not set itself.
 */

/** Terms to set; what is left out stays. */
export type Patch = { [Term in TermName]?: JobTerms[Term] | undefined }

type Row = Readonly<JobRow>

/** A timeline after an operation, and what the operation did. */
export interface Effect {
  timeline: Timeline
  /** The row that was added, corrected or removed, or the last one of the employment that ends. */
  row: Row
  /** The terms of `row` that differ from those before. */
  changed: TermName[]
  /** Later rows that the operation reached. */
  reached: Row[]
  /** Rows that are gone. */
  removed: Row[]
}

export type Outcome<Name extends Problem['name']> =
  { problems: Problem<Name>[]; effect?: undefined } | { problems: []; effect: Effect }

const refused = <Name extends Problem['name']>(one: Problem<Name>): Outcome<Name> => ({ problems: [one] })

const rowsOf = (timeline: Timeline, employmentId: string): Row[] =>
  timeline.rows.filter((row) => row.employmentId === employmentId)

/** The timeline with other rows in one employment. */
const withRows = (timeline: Timeline, employmentId: string, rows: readonly Row[]): Timeline => ({
  ...timeline,
  rows: timeline.employments.flatMap(({ id }) => (id === employmentId ? rows : rowsOf(timeline, id))),
})

const withEmployment = (timeline: Timeline, employment: Employment): Timeline => ({
  ...timeline,
  employments: timeline.employments.map((one) => (one.id === employment.id ? employment : one)),
})

/** The terms that two rows have different values for. */
export const differingTerms = (a: JobTerms, b: JobTerms): TermName[] =>
  termNames.filter((term) => a[term] !== b[term])

const given = (patch: Patch): TermName[] => termNames.filter((term) => patch[term] !== undefined)

const pick = (terms: Patch, names: readonly TermName[]): Partial<JobTerms> =>
  Object.fromEntries(names.map((name) => [name, terms[name]])) as Partial<JobTerms>

/**
 * The rows of one employment after the first few were changed: each later row has the terms of the one before it, except
 * those that it set itself.
 */
const replay = (rows: readonly Row[], from: number): { rows: Row[]; reached: Row[] } => {
  const result = rows.slice(0, from)
  const reached: Row[] = []
  for (const row of rows.slice(from)) {
    const terms = { ...result.at(-1)!.terms, ...pick(row.terms, row.own) }
    const next = differingTerms(terms, row.terms).length > 0 ? { ...row, terms } : row
    if (next !== row) reached.push(next)
    result.push(next)
  }
  return { rows: result, reached }
}

/**
 * A change of the job from a day on: a promotion, a transfer, or another change. The day may lie in the past, within an
 * employment, or in the future.
 *
 * @param patch values equal to what holds then anyway are no change
 */
export const change = (
  timeline: Timeline,
  { day, patch, reason, rowId }: { day: Day; patch: Patch; reason: string; rowId: string },
): Outcome<'not_employed_then' | 'job_row_on_that_day' | 'job_unchanged' | 'too_many_job_rows'> => {
  const employment = employmentAt(timeline, day)
  if (!employment) return refused(problem('not_employed_then', { day }))
  const rows = rowsOf(timeline, employment.id)
  const at = rows.findIndex((row) => covers({ from: row.validFrom, to: row.validTo }, day))
  const before = rows[at]!
  if (before.validFrom === day) return refused(problem('job_row_on_that_day', { day, record_id: before.id }))
  const own = given(patch).filter((term) => patch[term] !== before.terms[term])
  if (own.length === 0) return refused(problem('job_unchanged', { day, record_id: before.id }))
  if (isFull(timeline))
    return refused(problem('too_many_job_rows', { field: 'person_id', count: mostJobRows }))
  const row: Row = {
    ...before,
    id: rowId,
    validFrom: day,
    reason,
    own,
    terms: { ...before.terms, ...pick(patch, own) },
  }
  const after = replay(
    [...rows.slice(0, at), endedOn(before, addDays(day, -1)), row, ...rows.slice(at + 1)],
    at + 2,
  )
  return done({
    timeline: withRows(timeline, employment.id, after.rows),
    row,
    changed: own,
    reached: after.reached,
  })
}

/**
 * A correction of a row in place, because what it said was wrong. The first day of a row moves only between its
 * neighbours; that of the first row is the start date of the employment.
 */
export const correct = (
  timeline: Timeline,
  { rowId, patch, validFrom }: { rowId: string; patch: Patch; validFrom?: Day | undefined },
): Outcome<'date_crosses_neighbor' | 'job_unchanged'> => {
  const old = timeline.rows.find((row) => row.id === rowId)!
  const employment = timeline.employments.find(({ id }) => id === old.employmentId)!
  const rows = rowsOf(timeline, employment.id)
  const at = rows.indexOf(old)
  const from = validFrom ?? old.validFrom
  const earliest = at > 0 ? addDays(rows[at - 1]!.validFrom, 1) : firstFreeDay(timeline, employment)
  if (
    from !== old.validFrom &&
    ((earliest !== null && from < earliest) || (old.validTo !== null && from > old.validTo))
  )
    return refused(crossing(earliest, old.validTo))

  const terms = { ...old.terms, ...pick(patch, given(patch)) }
  const changed = differingTerms(terms, old.terms)
  if (changed.length === 0 && from === old.validFrom)
    return refused(problem('job_unchanged', { day: old.validFrom, record_id: old.id }))
  const row: Row = { ...old, validFrom: from, terms, own: ownAfter(old, rows[at - 1], terms, changed) }
  const earlier = at > 0 ? [...rows.slice(0, at - 1), endedOn(rows[at - 1]!, addDays(from, -1))] : []
  const after = replay([...earlier, row, ...rows.slice(at + 1)], at + 1)
  const moved = at === 0 ? withEmployment(timeline, { ...employment, startDate: from }) : timeline
  return done({ timeline: withRows(moved, employment.id, after.rows), row, changed, reached: after.reached })
}

/** The first row of an employment sets all terms. Another one sets those that differ from the row before it. */
const ownAfter = (
  old: Row,
  before: Row | undefined,
  terms: JobTerms,
  changed: readonly TermName[],
): readonly TermName[] => {
  if (!before) return termNames
  const own = new Set(old.own)
  for (const term of changed) {
    if (terms[term] === before.terms[term]) own.delete(term)
    else own.add(term)
  }
  return termNames.filter((term) => own.has(term))
}

/**
 * Takes back a row that has not begun, or that changes nothing: it was corrected to what held before it, and no day is
 * another one without it. The first row of a rehire takes the whole rehire with it.
 */
export const removeRow = (
  timeline: Timeline,
  { rowId, today }: { rowId: string; today: Day },
): Outcome<'job_not_scheduled' | 'first_job_stays'> => {
  const row = timeline.rows.find(({ id }) => id === rowId)!
  const rows = rowsOf(timeline, row.employmentId)
  const at = rows.indexOf(row)
  const changesNothing = at > 0 && differingTerms(rows[at - 1]!.terms, row.terms).length === 0
  if (row.validFrom <= today && !changesNothing)
    return refused(problem('job_not_scheduled', { valid_from: row.validFrom }))
  if (at === 0) {
    if (timeline.employments[0]!.id === row.employmentId)
      return refused(problem('first_job_stays', { start_date: row.validFrom }))
    const left: Timeline = {
      employments: timeline.employments.filter(({ id }) => id !== row.employmentId),
      rows: timeline.rows.filter(({ employmentId }) => employmentId !== row.employmentId),
    }
    return done({ timeline: left, row, removed: rows })
  }
  const before = { ...rows[at - 1]!, validTo: row.validTo }
  const after = replay([...rows.slice(0, at - 1), before, ...rows.slice(at + 1)], at)
  return done({
    timeline: withRows(timeline, row.employmentId, after.rows),
    row,
    reached: after.reached,
    removed: [row],
  })
}

export type EndChange = 'end' | 'move' | 'cancel'

/**
 * Sets, moves or (null) takes back the last day of the latest employment. Rows that would begin after the last day are
 * gone; they do not come back when the end is moved or taken back.
 *
 * @returns also whether this set an end, moved it, or took it back
 */
export const end = (
  timeline: Timeline,
  {
    lastDay,
    type,
    reason,
    today,
  }: {
    lastDay: Day | null
    type?: string | null | undefined
    reason?: string | null | undefined
    today: Day
  },
): Outcome<'no_end_scheduled' | 'end_is_past' | 'last_day_before_start' | 'ends_then_already'> & {
  change?: EndChange
} => {
  const employment = timeline.employments.at(-1)!
  const { lastDay: previous, startDate } = employment
  if (lastDay === null && previous === null) return refused(problem('no_end_scheduled', {}))
  if (lastDay === null && previous! < today) return refused(problem('end_is_past', { last_day: previous! }))
  if (lastDay !== null && lastDay < startDate)
    return refused(problem('last_day_before_start', { start_date: startDate }))
  const ended: Employment = {
    ...employment,
    lastDay,
    endType: lastDay === null ? null : type === undefined ? employment.endType : type,
    endReason: lastDay === null ? null : reason === undefined ? employment.endReason : reason,
  }
  const told = ended.endType !== employment.endType || ended.endReason !== employment.endReason
  if (lastDay === previous && !told) return refused(problem('ends_then_already', { last_day: previous! }))

  const rows = rowsOf(timeline, employment.id)
  const kept = rows.filter(({ validFrom }) => lastDay === null || validFrom <= lastDay)
  const row = { ...kept.at(-1)!, validTo: lastDay }
  const after = withRows(withEmployment(timeline, ended), employment.id, [...kept.slice(0, -1), row])
  const outcome = done({ timeline: after, row, removed: rows.slice(kept.length) })
  return { ...outcome, change: previous === null ? 'end' : lastDay === null ? 'cancel' : 'move' }
}

/** Another employment of somebody who has left, or will have by then. */
export const rehire = (
  timeline: Timeline,
  {
    startDate,
    terms,
    employmentId,
    rowId,
  }: { startDate: Day; terms: JobTerms; employmentId: string; rowId: string },
): Outcome<'still_employed' | 'too_many_job_rows'> => {
  const { lastDay } = timeline.employments.at(-1)!
  if (lastDay === null || startDate <= lastDay)
    return refused(problem('still_employed', { last_day: lastDay ?? recordTexts.notSet() }))
  if (isFull(timeline))
    return refused(problem('too_many_job_rows', { field: 'person_id', count: mostJobRows }))
  const employment: Employment = {
    id: employmentId,
    startDate,
    lastDay: null,
    endType: null,
    endReason: null,
  }
  const row: Row = {
    id: rowId,
    employmentId,
    validFrom: startDate,
    validTo: null,
    reason: 'rehire',
    own: termNames,
    terms,
  }
  return done({
    timeline: { employments: [...timeline.employments, employment], rows: [...timeline.rows, row] },
    row,
    changed: [...termNames],
  })
}

/** The employment that includes a day. */
const employmentAt = (timeline: Timeline, day: Day): Employment | undefined =>
  timeline.employments.find(({ startDate, lastDay }) => covers({ from: startDate, to: lastDay }, day))

/** The row in force on a day. */
export const rowAt = (timeline: Timeline, day: Day): Row | undefined =>
  timeline.rows.find(({ validFrom, validTo }) => covers({ from: validFrom, to: validTo }, day))

const endedOn = (row: Row, day: Day): Row => ({ ...row, validTo: day })

const done = (
  effect: Pick<Effect, 'timeline' | 'row'> & Partial<Effect>,
): { problems: []; effect: Effect } => ({
  problems: [],
  effect: { changed: [], reached: [], removed: [], ...effect },
})
