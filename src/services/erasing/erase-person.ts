import { ownerRole } from '../../access/roles.ts'
import type { Db } from '../../db/transaction.ts'
import { addDays, type Day } from '../../domain/day.ts'
import { fixedRetention } from '../../domain/retention.ts'
import type { LockedPerson } from '../../queries/org/timelines.ts'
import {
  eraseAnswers,
  eraseOwnFields,
  eraseRows,
  noteErasure,
  listAppsOf,
  lockRequestsOf,
  scrubActivity,
} from '../../queries/org/erasing.ts'
import { revokeConnections } from '../../queries/platform/connections.ts'
import { disableMembers, lockMembers } from '../../queries/platform/members.ts'
import { removeBytes } from '../documents/remove.ts'
import { scrubEvents } from './scrub-events.ts'

/** Kinds of what goes, by the table that held it. Of others, nothing is told: they belong to these. */
const kinds = {
  people: 'name_and_contact',
  person_details: 'private_details',
  custom_values: 'custom_values',
  images: 'photo',
  employments: 'end_reasons',
  documents: 'documents',
  users: 'login',
  sessions: 'sessions',
  api_keys: 'api_keys',
  oauth_connections: 'connected_apps',
  identities: 'sign_in_methods',
  password_resets: 'password_resets',
  invites: 'invites',
  pay_rows: 'pay_rows',
  approval_requests: 'requests',
  notices: 'notices',
  checklist_runs: 'checklists',
  checklist_comments: 'remarks',
  notifications: 'notifications',
  person_keys: 'key',
} as const

type Kind = (typeof kinds)[keyof typeof kinds] | 'log_lines' | 'events' | 'stored_answers'

/** A person who is erased: what is gone, and what stays. */
export interface Erased {
  closedRequests: number
  gone: { kind: Kind; count: number }[]
  kept: {
    kind: 'job_history' | 'log_lines' | 'events' | 'backups'
    count: number | null
    until: Day | null
  }[]
}

/**
 * Erases a locked person whose employments are over: all in this transaction, but for the files of documents, which a job
 * removes.
 */
export async function erasePerson(
  { db, now, today }: { db: Db; now: Date; today: Day },
  { personId, timeline }: LockedPerson,
): Promise<Erased> {
  await eraseOwnFields(db, personId)
  const records = await eraseRows(db, personId, 'records', now)
  await disableLogin(db, personId, now)
  const closedRequests = await lockRequestsOf(db, personId)
  const counts = new Map([...records, ...(await eraseRows(db, personId, 'login', now))])
  const [lines, events, answers] = [
    await scrubActivity(db, personId),
    await scrubEvents(db, personId),
    await eraseAnswers(db, personId),
  ]
  await noteErasure(db, personId, now)
  if ((counts.get('documents') ?? 0) > 0) await removeBytes(db)
  const gone = [
    ...Object.entries(kinds).map(([table, kind]) => ({ kind, count: counts.get(table) ?? 0 })),
    { kind: 'log_lines' as const, count: lines },
    { kind: 'events' as const, count: events },
    { kind: 'stored_answers' as const, count: answers },
  ]
  return {
    closedRequests,
    gone: gone.filter(({ count }) => count > 0),
    kept: [
      { kind: 'job_history', count: timeline.rows.length, until: null },
      { kind: 'log_lines', count: lines, until: null },
      { kind: 'events', count: events, until: addDays(today, fixedRetention.events_days) },
      { kind: 'backups', count: null, until: null },
    ],
  }
}

/** Shuts the login of a person out for good, and forgets the tokens of their apps. */
async function disableLogin(db: Db, personId: string, now: Date): Promise<void> {
  const members = await lockMembers(db, { personIds: [personId], role: ownerRole })
  const own = members.flatMap(({ person_id: person, membership_id: id }) => (person === personId ? [id] : []))
  if (own.length === 0) return
  await disableMembers(db, own, now)
  await revokeConnections(db, await listAppsOf(db, personId), now)
}
