import { addDays, compareDays } from '../../domain/day.ts'
import { effectiveAtOnce, newAtOnce, postponed, type EffectiveSet } from '../../domain/effective-at-once.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { jobStarted, personLeft } from '../../events/employment.ts'
import { jobOf } from '../../events/payloads.ts'
import { personStarted } from '../../events/people.ts'
import type { SealedReasons } from '../../queries/org/end-reasons.ts'
import { findDue, lockDuePeople, markAnnounced, unmarkTold } from '../../queries/org/unannounced.ts'
import { loadPeopleOnDays } from '../../queries/org/references.ts'
import { writeTimelines, type TimelineChange } from '../../queries/org/timelines.ts'
import { closeLogins } from './close-logins.ts'
import type { ChangeContext } from '../change-context.ts'

type Moment = Pick<ChangeContext, 'db' | 'now' | 'today'>

/**
 * Writes changed job histories. What the changes make effective at once is marked as told: who records something on its
 * day, or later, tells it himself. What a change moves ahead is told when its new day comes.
 *
 * @param reasons why employments end, as of `sealReasons`
 */
export async function emitDueEvents(
  { db, now, today }: Moment,
  changes: readonly TimelineChange[],
  reasons: SealedReasons,
): Promise<void> {
  const all = changes.map(({ personId, before, after }) => {
    const set = effectiveAtOnce(personId, before, after, today)
    return { set, stored: newAtOnce(before, after, set), ahead: postponed(before, after, today) }
  })
  const ids = new Set(all.flatMap(({ stored }) => stored))
  const known = (some: readonly { id: string }[]) => idsOf(some).filter((id) => !ids.has(id))
  const left = all.flatMap(({ set }) => idsOf(set.left))
  await Promise.all([
    writeTimelines(db, changes, reasons, { ids, at: now }),
    unmarkTold(db, {
      started: all.flatMap(({ ahead }) => ahead.started),
      jobs: all.flatMap(({ ahead }) => ahead.jobs),
      left: all.flatMap(({ ahead }) => ahead.left),
    }),
    markAnnounced(
      db,
      {
        started: all.flatMap(({ set }) => known(set.started)),
        jobs: all.flatMap(({ set }) => known(set.jobs)),
        left,
      },
      now,
    ),
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
): Promise<{ lastId: string | undefined; domainEvents: DomainEvent[] }> {
  const { db, now, today } = moment
  const people = await lockDuePeople(db, page, today)
  if (people.length === 0) return { lastId: undefined, domainEvents: [] }
  const due = await findDue(db, people, today)
  await markAnnounced(
    db,
    {
      started: idsOf(due.started),
      jobs: [...idsOf(due.jobs), ...idsOf(due.firstRows)],
      left: idsOf(due.left),
    },
    now,
  )
  const told = await domainEventsOf(moment, due)
  const closed = await closeLogins(moment, due.logins, due.left)
  return {
    lastId: people.length === page.limit ? people.at(-1) : undefined,
    domainEvents: [...told, ...closed],
  }
}

/** Makes the events of all that took effect, with everybody as of the day on which it did. */
async function domainEventsOf(
  { db, today }: Moment,
  { started, jobs, left }: EffectiveSet,
): Promise<DomainEvent[]> {
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
