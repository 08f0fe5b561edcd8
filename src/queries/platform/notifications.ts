import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { ReminderKind } from '../../domain/reminders.ts'
import { fixedRetention } from '../../domain/retention.ts'
import { comes, inForce, lasts, personName, stays } from '../fragments.ts'
import { manyRows } from '../values.ts'

export type NotificationKind = 'reminder' | 'task' | 'approval_request' | 'document_uploaded'

/** A notification to store. */
export interface NewNotification {
  id: string
  membership_id: string
  kind: NotificationKind
  /** The request, task or document; of a reminder, the person. */
  about_id: string
  person_id: string
  reminder: ReminderKind | null
  date: Day | null
  years: number | null
  /** The batch of those that are told together. */
  batch_id: string | null
}

/** So many are stored by one statement. */
const most = 5000

/**
 * Stores notifications; what a member was told already is left out. Many go in statements of 5,000.
 *
 * @returns the members who were told something new
 */
export async function insertNotifications(
  db: Pick<Db, 'orgId' | 'query'>,
  all: readonly NewNotification[],
  now: Date,
): Promise<Set<string>> {
  const parts = Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  )
  const stored = await Promise.all(
    parts.map((part) =>
      db.query<{ membership_id: string }>(
        `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, reminder, date, years, batch_id, created_at)
         select o.org_id, n.id, n.membership_id, n.kind, n.about_id, n.person_id, n.reminder, n.date, n.years, n.batch_id, $3
         ${manyRows('id uuid, membership_id uuid, kind text, about_id uuid, person_id uuid, reminder text, date date, years integer, batch_id uuid')}
         on conflict do nothing
         returning membership_id`,
        [db.orgId, JSON.stringify(part), now],
      ),
    ),
  )
  return new Set(stored.flat().map(({ membership_id: id }) => id))
}

/** Marks the requests that nobody was mailed of, and answers them with their members. */
export function takeUnmailed(
  db: Db,
  batchId: string,
): Promise<{ about_id: string; membership_id: string }[]> {
  return db.query(
    `update notifications n set batch_id = $2
      where n.org_id = $1 and n.kind = 'approval_request' and n.batch_id is null
      returning n.about_id, n.membership_id`,
    [db.orgId, batchId],
  )
}

/** A day of which a member was reminded. */
export interface Reminded {
  name: string
  reminder: ReminderKind
  date: Day
  years: number | null
  self: boolean
}

/**
 * The condition that a person is the manager of whom it is about, today or later. `$2` is today. `in`: the jobs of that person are
 * read, and not all of those below the manager.
 */
const managedBy = (manager: string) => `${manager} in (
    select j.manager_id from job_rows j
     where j.org_id = $1 and j.person_id = n.person_id and (j.valid_to is null or j.valid_to >= $2))`

/** The condition that a reminder still says what is so; `$2` is today. */
const isStillSo = `${lasts('n.person_id', 'n.date', '$2')} and case n.reminder
    when 'probation_end' then exists (
      select 1 from job_rows j
       where j.org_id = $1 and j.person_id = n.person_id and j.probation_end_date = n.date and ${inForce('j', 'n.date')})
    when 'contract_end' then exists (
      select 1 from job_rows j
       where j.org_id = $1 and j.person_id = n.person_id and j.contract_end_date = n.date and ${inForce('j', 'n.date')})
    when 'anniversary' then exists (
      select 1 from employments e
       where e.org_id = $1 and e.person_id = n.person_id and e.start_date < n.date
         and (e.start_date + make_interval(years => n.years))::date = n.date and (e.last_day is null or e.last_day >= n.date))
    else exists (
      select 1 from employments e
       where e.org_id = $1 and e.person_id = n.person_id and e.start_date = n.date and ${comes('e')})
  end`

/** The days of which a member was reminded together, where they are still so and the member is still told of the person. */
export function loadReminded(
  db: Db,
  member: { membershipId: string; batchId: string; hrRoles: readonly string[] },
  limit: number,
  today: Day,
): Promise<Reminded[]> {
  return db.query<Reminded>(
    `select ${personName('p')} as name, n.reminder, n.date, n.years, m.person_id is not distinct from n.person_id as self
       from notifications n
       join memberships m on m.org_id = $1 and m.id = n.membership_id
       join people p on p.org_id = $1 and p.id = n.person_id and p.erased_at is null
      where n.org_id = $1 and n.membership_id = $3 and n.batch_id = $4 and n.kind = 'reminder' and ${isStillSo}
        and (m.role = any($6::text[]) or m.person_id = n.person_id or ${managedBy('m.person_id')})
      order by n.date, n.reminder, n.id
      limit $5`,
    [db.orgId, today, member.membershipId, member.batchId, limit, member.hrRoles],
  )
}

/** A reader of their own notifications. */
export interface NotificationReader {
  membershipId: string
  personId: string | null
  /** Owners, admins and HR, acting for the company. */
  hr: boolean
  /** The requests that they can decide now. */
  requests: readonly string[]
  /** The requests that were looked at, where there are too many to look at all; null: each was. */
  looked: readonly string[] | null
  /** Tells whether they see requests about pay. */
  pay: boolean
}

/** A notification as it is read. */
export interface NotificationRow {
  id: string
  kind: NotificationKind
  about_id: string
  person_id: string
  person_name: string
  reminder: ReminderKind | null
  date: Day | null
  years: number | null
  created_at: string
  read: boolean
  task_title: string | null
  due_date: Day | null
  checklist: string | null
  /** The task is the reader's own, and not HR's. */
  own: boolean | null
  category: string | null
}

/** The time for which a notification is kept and shown, in hours: days would follow the time zone. */
const kept = `interval '${24 * fixedRetention.notifications_days} hours'`

/** Whoever had a task has left: HR does it. */
const left = `not ${stays('t.assignee_person_id', '$2')}`

/**
 * The condition that a notification still holds: `$2` today, `$3` the person of the reader, `$4` tells that they are of HR, `$5`
 * the requests that they can decide, `$8` those that were looked at, `$9` that they see those about pay. Whether they can decide
 * an open one that nobody looked at is not known.
 */
const holds = `case n.kind
  when 'approval_request' then n.about_id = any($5::uuid[]) or n.about_id <> all($8::uuid[]) and exists (
    select 1 from approval_requests q
     where q.org_id = $1 and q.id = n.about_id and q.status = 'pending' and q.expires_on >= $2 and ($9 or q.kind <> 'pay_change'))
  when 'document_uploaded' then $4 and exists (
    select 1 from documents d where d.org_id = $1 and d.id = n.about_id and d.status = 'ready' and d.deleted_at is null)
  when 'task' then exists (
    select 1 from checklist_tasks t join checklist_runs r on r.org_id = $1 and r.id = t.run_id
     where t.org_id = $1 and t.id = n.about_id and t.status = 'open' and r.status = 'open' and t.due_date <= $2
       and (t.assignee_person_id = $3::uuid or $4 and (t.assignee_person_id is null or ${left})))
  else ${isStillSo} and ($4 or n.person_id = $3::uuid or ${managedBy('$3::uuid')})
end`

/** So many of a reader's newest ones are looked at: whether one holds takes a look into other tables. */
const mostLooked = 20_000

/**
 * The reader's notifications that are kept and hold, as `n`, of the newest that fulfil a condition. PostgreSQL is not to begin with
 * people, or with the time (see the README): so each person is looked up by themselves.
 */
const mine = (newest: string) => `
  (select k.* from notifications k
    where k.org_id = $1 and k.membership_id = $6 and k.created_at + ${kept} >= $7 and ${newest}
    order by k.id desc
    limit ${mostLooked}) n
  where (select h.erased_at from people h where h.org_id = $1 and h.id = n.person_id) is null and ${holds}`

const valuesOf = (db: Db, reader: NotificationReader, now: Date, today: Day): unknown[] => [
  ...[db.orgId, today, reader.personId, reader.hr, reader.requests, reader.membershipId],
  ...[now, reader.looked, reader.pay],
]

/** Counts the reader's notifications that hold and are not read. */
export async function countUnread(
  db: Db,
  reader: NotificationReader,
  now: Date,
  today: Day,
): Promise<number> {
  const [row] = await db.query<{ unread: number }>(
    `select count(*) as unread from ${mine('k.read_at is null')}`,
    valuesOf(db, reader, now, today),
  )
  return row!.unread
}

/** A page of the reader's notifications that hold, the newest first. */
export function listNotifications(
  db: Db,
  reader: NotificationReader,
  { before, unreadOnly, limit }: { before: string | undefined; unreadOnly: boolean; limit: number },
  now: Date,
  today: Day,
): Promise<NotificationRow[]> {
  return db.query<NotificationRow>(
    `select n.id, n.kind, n.about_id, n.person_id, ${personName('p')} as person_name, n.reminder, n.date, n.years, n.created_at,
            n.read_at is not null as read, t.title as task_title, t.due_date, t.checklist, t.assignee_person_id = $3::uuid as own,
            d.category
       from (select n.* from ${mine('($10::uuid is null or k.id < $10) and (not $11 or k.read_at is null)')}
              order by n.id desc
              limit $12) n
      cross join lateral (select q.* from people q where q.org_id = $1 and q.id = n.person_id limit 1) p
       left join lateral (select t.title, t.due_date, t.assignee_person_id, r.name as checklist
                            from checklist_tasks t join checklist_runs r on r.org_id = $1 and r.id = t.run_id
                           where t.org_id = $1 and t.id = n.about_id limit 1) t on n.kind = 'task'
       left join lateral (select d.category from documents d where d.org_id = $1 and d.id = n.about_id limit 1) d
              on n.kind = 'document_uploaded'
      order by n.id desc`,
    [...valuesOf(db, reader, now, today), before ?? null, unreadOnly, limit],
  )
}

/**
 * Marks notifications of a member as read.
 *
 * @param ids undefined: all of them
 * @returns how many were not read before
 */
export async function markRead(
  db: Db,
  membershipId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const rows = await db.query(
    `update notifications set read_at = $3
      where org_id = $1 and membership_id = $2 and read_at is null and ($4::uuid[] is null or id = any($4))
      returning 1`,
    [db.orgId, membershipId, now, ids ?? null],
  )
  return rows.length
}

/** The active members with a role of these. */
export async function membersWithRoles(
  db: Pick<Db, 'orgId' | 'query'>,
  roles: readonly string[],
): Promise<{ id: string; person_id: string | null }[]> {
  return db.query(
    `select m.id, m.person_id from memberships m
      where m.org_id = $1 and m.role = any($2::text[]) and m.status = 'active' order by m.id`,
    [db.orgId, roles],
  )
}

/** The active members who are these people. */
export async function membersOfPeople(db: Db, personIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; person_id: string }>(
    `select m.id, m.person_id from memberships m
      where m.org_id = $1 and m.person_id = any($2::uuid[]) and m.status = 'active'`,
    [db.orgId, personIds],
  )
  return new Map(rows.map(({ id, person_id }) => [person_id, id]))
}
