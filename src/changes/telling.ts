import { addDays, compareDays } from '../domain/day.ts'
import { effectiveAtOnce, postponed, type Days, type EffectiveSet } from '../domain/effective-at-once.ts'
import type { Happening } from '../events/happening.ts'
import { jobStarted, personLeft } from '../events/employment.ts'
import { jobOf } from '../events/facts.ts'
import { personStarted } from '../events/people.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import { findDue, lockDuePeople, markTold, unmarkTold } from '../queries/org/untold.ts'
import { loadPeopleOnDays } from '../queries/org/references.ts'
import { closeLogins } from './logins.ts'
import type { Scope } from './scope.ts'

type Moment = Pick<Scope, 'db' | 'now' | 'today'>

/** The days of a person's job history before and after a change; before a hire there are none. */
export interface ChangedDays {
  personId: string
  before: Days
  after: Days
}

/**
 * Marks what changes make effective at once as told: who records something on its day, or later, tells it himself. What a
 * change moves ahead is told when its new day comes. Call it after the timelines are written, in the same transaction.
 *
 * Where an employment is over at once, a job closes the login a moment later.
 */
export async function markAtOnce({ db, now, today }: Moment, changes: readonly ChangedDays[]): Promise<void> {
  const sets = changes.map(({ personId, before, after }) => effectiveAtOnce(personId, before, after, today))
  const ahead = changes.map(({ before, after }) => postponed(before, after, today))
  const left = sets.flatMap((set) => idsOf(set.left))
  await Promise.all([
    unmarkTold(db, {
      started: ahead.flatMap(({ started }) => started),
      jobs: ahead.flatMap(({ jobs }) => jobs),
      left: ahead.flatMap(({ left }) => left),
    }),
    markTold(
      db,
      {
        started: sets.flatMap((set) => idsOf(set.started)),
        jobs: sets.flatMap((set) => idsOf(set.jobs)),
        left,
      },
      now,
    ),
    left.length > 0 && enqueueJobs(db, [{ task: 'tell_effective', payload: {} }]),
  ])
}

/**
 * Tells what took effect for some people of an organization and was not told, marks it, and closes the logins of those who
 * have left. It is the work of a job; who is being changed or told by others is left for the next run.
 *
 * @param page people in order of their ids: at most `limit`, after `afterId`
 * @returns the last of these people, undefined when there are no more; and what happened, in order of the days
 */
export async function tellDue(
  moment: Moment,
  page: { afterId: string | null; limit: number },
): Promise<{ lastId: string | undefined; happenings: Happening[] }> {
  const { db, now, today } = moment
  const people = await lockDuePeople(db, page, today)
  if (people.length === 0) return { lastId: undefined, happenings: [] }
  const due = await findDue(db, people, today)
  await markTold(
    db,
    {
      started: idsOf(due.started),
      jobs: [...idsOf(due.jobs), ...idsOf(due.firstRows)],
      left: idsOf(due.left),
    },
    now,
  )
  const told = await happeningsOf(moment, due)
  const closed = await closeLogins(moment, due.logins, due.left)
  return {
    lastId: people.length === page.limit ? people.at(-1) : undefined,
    happenings: [...told, ...closed],
  }
}

/** What took effect, with everybody as of the day on which it did. */
async function happeningsOf(
  { db, today }: Moment,
  { started, jobs, left }: EffectiveSet,
): Promise<Happening[]> {
  const next = left.map((one) => ({ ...one, day: addDays(one.day, 1) }))
  const asked = [...started, ...jobs, ...left, ...next]
  if (asked.length === 0) return []
  const on = await loadPeopleOnDays(db, asked, today)
  const told = [
    ...started.map((one) => personStarted(on(one))),
    ...jobs.map((one) => jobStarted(on(one), jobOf(on(one)))),
    ...left.map((one, index) => {
      const { row, references } = on(one)
      const { status } = on(next[index]!).row
      return personLeft({ row: { ...row, status }, references }, one.day)
    }),
  ]
  return told.toSorted((a, b) => compareDays(a.event!.effectiveDate!, b.event!.effectiveDate!))
}

const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id)
