import { ownerRole } from '../../access/roles.ts'
import { addDays, type Day } from '../../domain/day.ts'
import {
  dependentsWarnings,
  lastDayWarnings,
  removedWarnings,
  wantedEndProblems,
  type WantedEnd,
} from '../../domain/termination.ts'
import { end, type EndChange } from '../../domain/timeline.ts'
import { employmentEnded, jobRemoved, personLeft } from '../../events/employment.ts'
import { loadDependents } from '../../queries/org/leaving.ts'
import type { JobRecord } from '../../queries/org/people.ts'
import type { References } from '../../queries/org/references.ts'
import type { LockedTimeline } from '../../queries/org/timelines.ts'
import { asRecord, erasedProblems, loopProblems, namesFor, writeHistory } from './history.ts'
import type { Decided, Scope } from '../scope.ts'
import type { CodeOf } from '../../warnings.ts'

type Refusal =
  | 'person_erased'
  | 'cancel_takes_no_reason'
  | 'no_end_scheduled'
  | 'end_is_past'
  | 'last_day_before_start'
  | 'ends_then_already'
  | 'reporting_line_loop'

type Told =
  | 'person.terminated'
  | 'person.termination_changed'
  | 'person.termination_cancelled'
  | 'person.left'
  | 'job.removed'

type Caution = CodeOf<typeof removedWarnings | typeof dependentsWarnings | typeof lastDayWarnings>

export interface DecidedTermination extends Decided<Refusal, Told, Caution> {
  change: EndChange
  /** The last row of the employment, before and after; `after` is null when there are problems. */
  before: JobRecord
  after: JobRecord | null
  /** The names of the records that these two refer to. */
  names: () => Promise<References>
}

/** Sets, moves or (null) takes back the last day of the last employment. */
export async function decideTermination(
  scope: Scope,
  locked: LockedTimeline,
  wanted: WantedEnd,
): Promise<DecidedTermination> {
  const { today } = scope
  const { timeline, personId } = locked
  const employment = timeline.employments.at(-1)!
  const { lastDay: previousLastDay } = employment
  const { effect, problems, change } = end(timeline, { ...wanted, today })
  const ended = effect?.timeline.employments.at(-1)
  const removed = effect?.removed.map((row) => asRecord(timeline, row)) ?? []
  const before = asRecord(timeline, timeline.rows.at(-1)!)
  const after = effect && asRecord(effect.timeline, effect.row)
  const names = namesFor(scope, [before, after])
  return {
    change: change ?? (wanted.lastDay === null ? 'cancel' : previousLastDay === null ? 'end' : 'move'),
    problems: [
      ...erasedProblems(locked, 'person_id'),
      ...wantedEndProblems(wanted),
      ...problems,
      ...(await loopProblems(scope, locked, effect?.timeline, 'last_day')),
    ],
    warnings:
      after && ended?.lastDay
        ? [
            ...removedWarnings(removed),
            ...(await warningsOfLeaving(scope, personId, ended.lastDay)),
            ...lastDayWarnings(after, {
              lastDay: ended.lastDay,
              type: ended.endType,
              moved: ended.lastDay !== previousLastDay,
              today,
            }),
          ]
        : [],
    before,
    after: after ?? null,
    names: names.load,
    apply: async () => {
      const { lastDay, endType, endReason } = ended!
      const person = await writeHistory(scope, locked, effect!.timeline, removed)
      names.keep(person.references)
      const told = [
        ...(endType === employment.endType ? [] : (['type'] as const)),
        ...(endReason === employment.endReason ? [] : (['reason'] as const)),
      ]
      const isOver = (day: Day | null) => day !== null && day < today
      return [
        employmentEnded(person, { lastDay, previousLastDay, told }),
        ...removed.map((row, index) => jobRemoved(person, row, effect!.removed[index]!.own)),
        ...(isOver(lastDay) && !isOver(previousLastDay) ? [personLeft(person, lastDay!)] : []),
      ]
    },
  }
}

async function warningsOfLeaving(
  { db, today }: Scope,
  personId: string,
  lastDay: Day,
): Promise<ReturnType<typeof dependentsWarnings>> {
  const yesterday = addDays(today, -1)
  // Of a day in the past, what matters is who and what depends on them today.
  const from = lastDay < yesterday ? yesterday : lastDay
  return dependentsWarnings(await loadDependents(db, personId, ownerRole, from))
}
