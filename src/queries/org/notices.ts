import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { personName, stays } from '../fragments.ts'
import { valuesOf } from '../values.ts'

/** The kinds of what is told: changes of payroll details, and documents that people have added themselves. */
export const noticeKinds = ['payroll_changed', 'document_uploaded'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** Kinds that are told also where an organization is paused. */
export const noticeKindsAlways: readonly NoticeKind[] = ['payroll_changed']

/** A notice to store. */
export interface NewNotice {
  id: string
  kind: NoticeKind
  /** The person it is about. */
  person_id: string
  /** The receiver: the person, or owners, admins and HR. */
  recipient: 'person' | 'administration'
  /** The names of what has changed, never the values; of documents nothing but the word. */
  about: string[]
  created_at: Date
}

const columns = ['id', 'kind', 'person_id', 'recipient', 'about', 'created_at'] as const

/** Keeps notices until a job has told them, in the transaction of what they tell. */
export function insertNotices(
  db: Pick<Db, 'orgId' | 'query'>,
  notices: readonly NewNotice[],
): Promise<unknown> {
  const { text, values } = valuesOf(columns, notices)
  return db.query(`insert into notices (org_id, ${columns.join(', ')}) values ${text}`, [db.orgId, ...values])
}

/**
 * Marks notices of a kind as told, all together, apart from those whose receivers were told of that kind less than an hour before.
 * These are asked for once. A join with them would look at each for every notice where the planner knows of few, and also at
 * those that it has just marked.
 *
 * @param batch a new id for those that are told now
 * @returns the people who are told about themselves, and whether the administration is told
 */
export async function takeNotices(
  db: Db,
  kind: NoticeKind,
  batch: string,
  now: Date,
): Promise<{ people: string[]; administration: boolean }> {
  const rows = await db.query<{ recipient: string; person_id: string }>(
    `update notices n
        set told_at = $2, told_in = $3
      where n.org_id = $1 and n.kind = $5 and n.told_at is null
        and case n.recipient
              when 'administration' then not exists (
                select 1 from notices e
                 where e.org_id = $1 and e.kind = $5 and e.recipient = 'administration' and e.told_at > $4)
              else n.person_id not in (
                select e.person_id from notices e
                 where e.org_id = $1 and e.kind = $5 and e.recipient = 'person' and e.told_at > $4)
            end
      returning n.recipient, n.person_id`,
    [db.orgId, now, batch, new Date(now.getTime() - 3_600_000), kind],
  )
  const people = rows.filter(({ recipient }) => recipient === 'person').map(({ person_id: id }) => id)
  return { people: [...new Set(people)], administration: rows.some((row) => row.recipient !== 'person') }
}

/** Picks the people who work here, or will. The mailbox of somebody who has left may be another's by now. */
export async function reachable(db: Db, personIds: readonly string[], today: Day): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select p.id from people p
      where p.org_id = $1 and p.id = any($2::uuid[]) and p.erased_at is null and ${stays('p.id', '$3')}
      order by p.id`,
    [db.orgId, personIds, today],
  )
  return rows.map(({ id }) => id)
}

/** Members with these roles whom some of these notices are not about. */
export async function findAdministration(db: Db, batch: string, roles: readonly Role[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select m.id from memberships m
      where m.org_id = $1 and m.role = any($3::text[]) and m.status = 'active'
        and exists (select 1 from notices n
                     where n.org_id = $1 and n.told_in = $2 and n.recipient = 'administration'
                       and n.person_id is distinct from m.person_id)
      order by m.id`,
    [db.orgId, batch, roles],
  )
  return rows.map(({ id }) => id)
}

/** A person with the names of what was changed, and how many notices tell it. */
export interface ToldRow {
  name: string
  fields: string[]
  count: number
}

/**
 * Loads the contents of notices in a batch, of so many people at most.
 *
 * @param about the person that they are told about themselves; null: all that the administration is told
 * @param except a person whom the receiver is
 */
export function loadTold(
  db: Db,
  batch: string,
  about: string | null,
  except: string | null,
  most: number,
): Promise<ToldRow[]> {
  return db.query(
    `select ${personName('p')} as name, array_agg(distinct field order by field) as fields,
            count(distinct n.id) as count
       from notices n
       join people p on p.org_id = $1 and p.id = n.person_id and p.erased_at is null
      cross join unnest(n.about) as field
      where n.org_id = $1 and n.told_in = $2 and n.recipient = case when $3::uuid is null then 'administration' else 'person' end
        and ($3::uuid is null or n.person_id = $3) and n.person_id is distinct from $4::uuid
      group by p.org_id, p.id
      order by p.family_name collate "und-x-icu", p.given_name collate "und-x-icu", p.id
      limit $5`,
    [db.orgId, batch, about, except, most],
  )
}
