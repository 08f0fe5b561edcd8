import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import { mentionsIn } from '../domain/mentions.ts'
import type { ActivityLine, EventDraft, DomainEvent } from '../events/domain-event.ts'
import type { Origin } from '../events/origin.ts'
import { eventMentions } from '../generated/events.ts'
import { reactions } from '../generated/reactions.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import { queueDeliveries } from './deliver.ts'
import { insertActivity } from '../queries/platform/activity.ts'
import { insertEvents } from '../queries/events.ts'
import { react } from '../reactions/reaction.ts'

/**
 * Writes what happened: the activity with one statement, the events with another, what reacts to them
 * (`src/reactions`), and its jobs. Statements are sent but not awaited. Whoever writes events calls this.
 *
 * @returns the id of the first line of the activity log, null when there is none; `written` resolves when all is
 *   written
 */
export function writeDomainEvents(
  db: Pick<Db, 'orgId' | 'query' | 'proof'>,
  origin: Origin,
  domainEvents: readonly DomainEvent[],
): { activityId: string | null; written: Promise<unknown> } {
  const lines = domainEvents.flatMap(({ activity }) => activity).map((line) => activityRow(origin, line))
  const events = domainEvents.flatMap(({ event }) => (event ? [eventRow(origin, event)] : []))
  const activityId = lines[0]?.id ?? null
  const recorded = [
    lines.length > 0 && insertActivity(db, lines),
    events.length > 0 && insertEvents(db, events),
    events.length > 0 && queueDeliveries(db, events, nextId),
  ]
  const where = { origin, orgId: db.orgId, activityId, newId: nextId }
  const { jobs, written } = react(reactions, db, domainEvents, where)
  const queued = jobs.length > 0 && enqueueJobs(db, jobs)
  return { activityId, written: Promise.all([...recorded, ...written, queued]) }
}

function activityRow({ action, actor, via, requestId, now }: Origin, line: ActivityLine) {
  const { subject } = line
  return {
    id: nextId(),
    at: now,
    action,
    summary_code: line.summary,
    summary_values: line.values ? JSON.stringify(line.values) : null,
    actor_kind: actor.kind,
    actor_id: actor.id,
    membership_id: actor.membershipId,
    via,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    // A person's name is looked up when the log is read: the log is append-only, and erasing must remove the name.
    subject_name: subject && subject.type !== 'person' ? subject.name : null,
    person_id: line.personId ?? (subject?.type === 'person' ? subject.id : null),
    changes: JSON.stringify(line.changes ?? []),
    request_id: requestId,
  }
}

function eventRow({ now, recordedAt = now }: Origin, event: EventDraft) {
  return {
    id: event.id ?? nextId(),
    type: event.type,
    at: recordedAt,
    effective_date: event.effectiveDate ?? null,
    subject_id: event.subjectId,
    person_id: event.personId ?? null,
    payload: JSON.stringify(event.data),
    mentions: mentionsIn(eventMentions[event.type], event.data),
  }
}

let last = ''

/**
 * An id that is greater than all before it. The activity log and the outbox are read in order of id, but UUIDv7 made in
 * the same millisecond are in no order: an id that would come before the last one is replaced by the last one plus 1
 * (RFC 9562, 6.2).
 */
function nextId(): string {
  const id = randomUUIDv7()
  last = id > last ? id : successor(last)
  return last
}

function successor(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
