import { addDays, compareDays } from '../domain/day.ts'
import { effectiveAtOnce, postponed, type Days, type EffectiveSet } from '../domain/effective.ts'
import type { Happening } from '../events/happening.ts'
import { personJobStarted, personLeft, personStarted } from '../events/people.ts'
import { findDue, lockDuePeople, markTold, unmarkTold } from '../queries/org/effective.ts'
import { loadPeopleOnDays } from '../queries/org/references.ts'
import { closeLogins } from './logins.ts'
import type { Scope } from './scope.ts'

type Moment = Pick<Scope, 'db' | 'now' | 'today'>

/** What took effect, as happenings for `ctx.record`. */
export interface Told {
  started: Happening<'person.started'>[]
  jobs: Happening<'person.job_started'>[]
  left: Happening<'person.left'>[]
}

/** The job history of a person before and after a change; before a hire it is empty. */
export interface Changed {
  personId: string
  before: Days
  after: Days
}

/**
 * Tells what a change makes effective at once, because it is recorded on its day or later, and marks it as told. What the
 * change moves ahead is told when its day comes. Call it after the timelines are written, in the same transaction.
 *
 * The login of somebody who left closes a moment later: the first of `left` queues the job that does it.
 */
export async function tellAtOnce(moment: Moment, changes: readonly Changed[]): Promise<Told> {
  const { db, today } = moment
  const sets = changes.map(({ personId, before, after }) => effectiveAtOnce(personId, before, after, today))
  const ahead = changes.map(({ before, after }) => postponed(before, after, today))
  await unmarkTold(db, {
    started: ahead.flatMap(({ started }) => started),
    jobs: ahead.flatMap(({ jobs }) => jobs),
    left: ahead.flatMap(({ left }) => left),
  })
  const { started, jobs, left } = await tell(moment, {
    started: sets.flatMap(({ started }) => started),
    jobs: sets.flatMap(({ jobs }) => jobs),
    left: sets.flatMap(({ left }) => left),
  })
  const [first, ...others] = left
  return {
    started,
    jobs,
    left: first ? [{ ...first, jobs: [{ task: 'tell_effective', payload: {} }] }, ...others] : [],
  }
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
  await markTold(db, { jobs: due.firstRows.map(({ id }) => id) }, now)
  const { started, jobs, left } = await tell(moment, due)
  const closed = await closeLogins(moment, due.logins, due.left)
  const told: Happening[] = [...started, ...jobs, ...left]
  const byDay = told.toSorted((a, b) => compareDays(a.event!.effectiveDate!, b.event!.effectiveDate!))
  return {
    lastId: people.length === page.limit ? people.at(-1) : undefined,
    happenings: [...byDay, ...closed],
  }
}

/** Makes the happenings, as of the days on which they took effect, and marks them as told. */
async function tell({ db, now, today }: Moment, { started, jobs, left }: EffectiveSet): Promise<Told> {
  const asked = [...started, ...jobs, ...left, ...left.map((one) => ({ ...one, day: addDays(one.day, 1) }))]
  if (asked.length === 0) return { started: [], jobs: [], left: [] }
  const ids = (set: EffectiveSet['started']) => set.map(({ id }) => id)
  await markTold(db, { started: ids(started), jobs: ids(jobs), left: ids(left) }, now)
  const on = await loadPeopleOnDays(db, asked, today)
  return {
    started: started.map((one) => personStarted(on(one))),
    jobs: jobs.map((one) => personJobStarted(on(one))),
    left: left.map((one) => personLeft(on(one), on({ ...one, day: addDays(one.day, 1) }).row.status)),
  }
}
