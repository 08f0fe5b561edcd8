import type { Day } from '../../domain/day.ts'
import { farDateWarnings, type Employment, type JobRow } from '../../domain/employment.ts'
import type { Rehire } from '../../domain/intents.ts'
import { jobValuesOf } from '../../domain/job-fields.ts'
import {
  closedLoginWarnings,
  dependentsWarnings,
  lastDayWarnings,
  removedWarnings,
  returnWarnings,
  wantedEndProblems,
  type Dependents,
  type WantedEnd,
} from '../../domain/termination.ts'
import { end, rehire, type EndChange } from '../../domain/timeline.ts'
import { erasedProblems, type Decision, type PersonFacts, type RowRefusal } from './decide.ts'
import { decideFirstRow, type FirstRow, type FirstRowCaution, type FirstRowFacts } from './hire.ts'
import type { CodeOf } from '../../warnings.ts'

/** The end of an employment and the beginning of another one, decided from facts alone. */

export interface EndFacts extends PersonFacts {
  /** People and units that depend on the person after the last day; undefined when the end is taken back. */
  dependents: Dependents | undefined
}

/** The last day of the last employment, set, moved or (null) taken back. */
export function decideEnd(
  facts: EndFacts,
  wanted: WantedEnd,
): Decision<
  | 'person_erased'
  | 'cancel_takes_no_reason'
  | 'no_end_scheduled'
  | 'end_is_past'
  | 'last_day_before_start'
  | 'ends_then_already',
  CodeOf<
    typeof removedWarnings | typeof dependentsWarnings | typeof closedLoginWarnings | typeof lastDayWarnings
  >,
  {
    change: EndChange
    /** The last row of the employment before. */
    held: Readonly<JobRow>
    previous: Employment
    ended: Employment
  }
> {
  const { timeline, today, dependents } = facts
  const { effect, change, problems: impossible } = end(timeline, { ...wanted, today })
  const [held, previous] = [timeline.rows.at(-1), timeline.employments.at(-1)]
  const ended = effect?.timeline.employments.at(-1)
  const problems = [...erasedProblems(facts, 'person_id'), ...wantedEndProblems(wanted), ...impossible]
  if (problems.length > 0 || !effect || !change || !held || !previous || !ended)
    return { ok: false, problems, effect }
  const { lastDay, endType: type } = ended
  const warnings =
    lastDay === null
      ? []
      : [
          ...removedWarnings(
            effect.removed.map(({ validFrom, terms }) => ({ valid_from: validFrom, ...terms })),
          ),
          ...(dependents ? dependentsWarnings(dependents) : []),
          ...(dependents && wasOver(previous, today) && lastDay >= today
            ? closedLoginWarnings(dependents, { lastDay: previous.lastDay, from: today, today })
            : []),
          ...lastDayWarnings(effect.row.terms, { lastDay, type, moved: lastDay !== previous.lastDay, today }),
        ]
  return { ok: true, effect, warnings, change, held, previous, ended }
}

const wasOver = ({ lastDay }: Employment, today: Day): boolean => lastDay !== null && lastDay < today

export interface RehireFacts extends PersonFacts, Omit<FirstRowFacts, 'startDate' | 'terms'> {
  /** People and units that still name the person. */
  dependents: Dependents
  employmentId: string
  rowId: string
}

/** Another employment of somebody who has left, or will have by then. */
export function decideRehire(
  facts: RehireFacts,
  { startDate, terms: wanted }: Rehire,
): Decision<
  RowRefusal | 'still_employed' | 'too_many_job_rows',
  FirstRowCaution | CodeOf<typeof farDateWarnings | typeof returnWarnings | typeof closedLoginWarnings>,
  { held: null; /** The unit whose lead becomes the manager. */ managerFromLead: FirstRow['managerFromLead'] }
> {
  const { timeline, today, dependents, employmentId, rowId } = facts
  const first = decideFirstRow({ ...facts, startDate, terms: { ...wanted, ...jobValuesOf(wanted) } })
  const { effect, problems: impossible } = rehire(timeline, {
    startDate,
    terms: first.terms,
    employmentId,
    rowId,
  })
  const problems = [...erasedProblems(facts, 'person_id'), ...impossible, ...first.problems]
  if (problems.length > 0 || !effect) return { ok: false, problems, effect }
  const far = farDateWarnings('start_date', startDate, today)
  const lastDay = timeline.employments.at(-1)?.lastDay ?? null
  const warnings = [
    ...first.warnings,
    ...far,
    ...returnWarnings(dependents),
    ...closedLoginWarnings(dependents, { lastDay, from: startDate, today }),
  ]
  return { ok: true, effect, warnings, held: null, managerFromLead: first.managerFromLead }
}
