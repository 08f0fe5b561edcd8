import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import type { ActivityLine, EventDraft, Happening, JobDraft } from '../events/happening.ts'
import { isLoginChange } from '../domain/login-changes.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import { insertActivity } from '../queries/platform/activity.ts'
import { insertEvents } from '../queries/events.ts'
import { tellMember } from '../queries/platform/mails.ts'

/** Who caused a happening, and how: a call of a member, or the service itself. */
export interface Origin {
  /** The name of the action, such as `org.units.create`. What the service does by itself has other names. */
  action: string
  actor: { kind: 'user' | 'api_key' | 'app' | 'system'; id: string | null; membershipId: string | null }
  via: 'web' | 'api' | 'mcp' | 'service'
  requestId: string
  now: Date
}

/** The origin of what a member's call records. */
export const originOf = (caller: Caller, action: string, requestId: string, now: Date): Origin => ({
  action,
  actor: {
    ...actorOf(caller),
    membershipId: caller.membershipId,
  },
  via: caller.via,
  requestId,
  now,
})

function actorOf({ credential, user }: Caller): Pick<Origin['actor'], 'kind' | 'id'> {
  if (credential.kind === 'web') return { kind: 'user', id: user.id }
  return { kind: credential.kind === 'key' ? 'api_key' : 'app', id: credential.id }
}

/** The origin of what the service itself does: its jobs, and the commands of an operator. */
export const originOfService = (action: string, now: Date): Origin => ({
  action,
  actor: { kind: 'system', id: null, membershipId: null },
  via: 'service',
  requestId: randomUUIDv7(),
  now,
})

/** What a call has recorded so far. It is written at the end of the call, in its transaction. */
export interface Journal {
  happenings: Happening[]
  jobs: JobDraft[]
}

/**
 * Writes activity, events and jobs, with one statement for each of the three. The statements are sent but not awaited.
 * Members who changed how one signs in as them are told by mail, too.
 *
 * @returns the id of the first line of the activity log, null when there is none; `written` resolves when all is
 *   written
 */
export function writeHappenings(
  db: Pick<Db, 'orgId' | 'query' | 'proof'>,
  origin: Origin,
  { happenings, jobs }: Journal,
): { activityId: string | null; written: Promise<unknown> } {
  const lines = happenings.flatMap(({ activity }) => activity).map((line) => activityRow(origin, line))
  const events = happenings.flatMap(({ event }) => (event ? [eventRow(origin, event)] : []))
  const queued = [...happenings.flatMap((happening) => happening.jobs ?? []), ...jobs]
  const written = Promise.all([
    lines.length > 0 && insertActivity(db, lines),
    events.length > 0 && insertEvents(db, events),
    queued.length > 0 && enqueueJobs(db, queued),
    lines.length > 0 && tellLoginChange(db, origin, lines[0]!.id),
  ])
  return { activityId: lines[0]?.id ?? null, written }
}

function tellLoginChange(
  db: Pick<Db, 'query'>,
  { action, actor, now }: Origin,
  activityId: string,
): Promise<unknown> | false {
  if (actor.membershipId === null || !isLoginChange(action)) return false
  return tellMember(db, { id: nextId(), aboutId: activityId, membershipId: actor.membershipId }, now)
}

function activityRow({ action, actor, via, requestId, now }: Origin, line: ActivityLine) {
  const { subject } = line
  return {
    id: nextId(),
    at: now,
    action,
    summary: line.summary,
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

function eventRow({ now }: Origin, event: EventDraft) {
  return {
    id: nextId(),
    type: event.type,
    at: now,
    effective_date: event.effectiveDate ?? null,
    subject_id: event.subjectId,
    person_id: event.personId ?? null,
    payload: JSON.stringify(event.data),
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
