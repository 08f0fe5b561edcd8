import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import type { Action } from '../generated/actions.ts'
import type { ActivityEntry } from '../actions/context.ts'
import type { Caller } from '../domain/caller.ts'
import { insertActivity } from '../queries/platform/activity.ts'

/**
 * Writes the call's entries to the activity log, in one statement of the call's transaction.
 *
 * @returns the id of the first entry, null when there is none
 */
export function writeActivity(
  db: Db,
  caller: Caller,
  action: Action,
  requestId: string,
  now: Date,
  entries: ActivityEntry[],
): { id: string | null; written: Promise<unknown> } {
  if (entries.length === 0) return { id: null, written: Promise.resolve() }
  const ids = entries.map(nextId)
  const written = insertActivity(
    db,
    entries.map((entry, index) => ({
      id: ids[index] as string,
      at: now,
      action: action.name,
      summary: entry.summary,
      actor_kind: caller.credential.kind === 'key' ? 'api_key' : 'user',
      actor_id: caller.credential.kind === 'key' ? caller.credential.id : caller.user.id,
      membership_id: caller.membershipId,
      via: caller.via,
      subject_type: entry.subject?.type ?? null,
      subject_id: entry.subject?.id ?? null,
      // A person's name is looked up by whoever reads: the log is append-only, and erasing must reach the name.
      subject_name: entry.subject && entry.subject.type !== 'person' ? entry.subject.name : null,
      person_id: entry.personId ?? (entry.subject?.type === 'person' ? entry.subject.id : null),
      changes: entry.changes ?? [],
      request_id: requestId,
    })),
  )
  return { id: ids[0] ?? null, written }
}

let last = ''

/**
 * Ids made in one millisecond are in no order, but the log reads in the order in which this process wrote it: an id
 * that would stand before the last one becomes the last one's successor (RFC 9562, 6.2).
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
