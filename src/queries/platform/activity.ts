import type { Db } from '../../db/transaction.ts'
import { personName } from '../fragments.ts'

export interface ActivityRow {
  id: string
  at: string
  action: string
  summary: string
  actor_kind: 'user' | 'api_key' | 'app' | 'system'
  actor_id: string | null
  actor_name: string
  actor_person_id: string | null
  via: 'web' | 'api' | 'mcp' | 'service'
  subject_type: string | null
  subject_id: string | null
  subject_name: string | null
  changes: { field: string; before: unknown; after: unknown }[]
  request_id: string
}

/** An entry as it is written. */
export interface NewActivity extends Pick<
  ActivityRow,
  | 'id'
  | 'action'
  | 'summary'
  | 'actor_kind'
  | 'actor_id'
  | 'via'
  | 'subject_type'
  | 'subject_id'
  | 'subject_name'
  | 'changes'
  | 'request_id'
> {
  at: Date
  membership_id: string | null
  person_id: string | null
}

/** Adds entries, and makes the first one what a lost commit is looked up by. */
export async function insertActivity(db: Db, entries: NewActivity[]): Promise<void> {
  const [first] = entries
  if (!first) return
  db.proof = { table: 'activity', id: first.id }
  const values: unknown[] = [db.orgId]
  const place = (value: unknown) => `$${values.push(value)}`
  const rows = entries.map((one) => {
    const all = columns.map((column) =>
      place(column === 'changes' ? JSON.stringify(one.changes) : one[column]),
    )
    return `($1, ${all.join(', ')})`
  })
  await db.query(`insert into activity (org_id, ${columns.join(', ')}) values ${rows.join(', ')}`, values)
}

const columns = [
  'id',
  'at',
  'action',
  'summary',
  'actor_kind',
  'actor_id',
  'membership_id',
  'via',
  'subject_type',
  'subject_id',
  'subject_name',
  'person_id',
  'changes',
  'request_id',
] as const satisfies (keyof NewActivity)[]

export interface ActivityFilter {
  /** Entries older than this one. */
  before?: string | undefined
  personId?: string | undefined
  action?: string | undefined
  actorId?: string | undefined
  /** Only what this member did, with whatever credential. */
  membershipId?: string | undefined
}

/**
 * Entries, newest first. The names of people and actors are those they have now, never those of then: when a person
 * is erased, the log has nothing of theirs to forget.
 */
export function listActivity(db: Db, filter: ActivityFilter, limit: number): Promise<ActivityRow[]> {
  const values: unknown[] = [db.orgId, limit]
  const and = (condition: string, value: unknown): string =>
    value === undefined ? '' : `and a.${condition} $${values.push(value)}`
  const conditions = [
    and('id <', filter.before),
    and('person_id =', filter.personId),
    and('action =', filter.action),
    and('actor_id =', filter.actorId),
    and('membership_id =', filter.membershipId),
  ].join(' ')
  return db.query(
    `with page as (
       select a.* from activity a where a.org_id = $1 ${conditions} order by a.id desc limit $2
     )
     select a.id, a.at, a.action, a.summary, a.actor_kind, a.actor_id, a.via, a.subject_type, a.subject_id,
            a.changes, a.request_id, m.person_id as actor_person_id,
            case a.actor_kind
              when 'api_key' then k.name || ' (' || u.display_name || ')'
              when 'system'  then 'Rollcall'
              else u.display_name
            end as actor_name,
            coalesce(${personName('p')}, a.subject_name) as subject_name
       from page a
       left join memberships m on m.org_id = $1 and m.id = a.membership_id
       left join users u       on u.org_id = $1 and u.id = m.user_id
       left join api_keys k    on k.org_id = $1 and k.id = a.actor_id and a.actor_kind = 'api_key'
       left join people p      on p.org_id = $1 and p.id = a.subject_id and a.subject_type = 'person'
      order by a.id desc`,
    values,
  )
}

/**
 * Whether a user or API key has this id.
 *
 * @param membershipId only this member and their keys count
 */
export async function actorExists(db: Db, id: string, membershipId: string | undefined): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select 1 from memberships m
                     where m.org_id = $1 and m.user_id = $2 and m.id = coalesce($3, m.id))
         or exists (select 1 from api_keys k
                     where k.org_id = $1 and k.id = $2 and k.membership_id = coalesce($3, k.membership_id)) as found`,
    [db.orgId, id, membershipId ?? null],
  )
  return row!.found
}
