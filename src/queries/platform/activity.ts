import type { Db } from '../../db/transaction.ts'
import { personName } from '../fragments.ts'
import { insertRows } from '../values.ts'

export interface ActivityRow {
  id: string
  at: string
  action: string
  /** The sentence of a line from before lines had codes; empty since. */
  summary: string
  summary_code: string | null
  summary_values: Readonly<Record<string, string | number>> | null
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

export interface ActivityFilter {
  /** Only entries older than the one with this id. */
  before?: string | undefined
  /** Only the entry with this id. */
  id?: string | undefined
  /** Only entries with these ids. */
  ids?: readonly string[] | undefined
  personId?: string | undefined
  action?: string | undefined
  actorId?: string | undefined
  /** Only what this member did, with any credential. */
  membershipId?: string | undefined
}

/** The facts about a reader of the log that decide of which requests for approval they may hear (`hearsOf`). */
export interface LogReader {
  membershipId: string
  personId: string | null
  /** Tells whether they hear of requests about pay. */
  pay: boolean
}

/**
 * The condition that leaves out lines about requests of which the reader may not hear. Such a line has the request among
 * its changes, by which it is looked up: whoever proposes may have proposed thousands. The change is in the values of its summary;
 * one from before lines had those is about pay, perhaps.
 */
function heardBy({ membershipId, personId, pay }: LogReader, values: unknown[]): string {
  const [reader, member] = [values.push(personId), values.push(membershipId)]
  return `
    and not (a.changes @> '[{"field": "request_status"}]'
             and (${pay ? 'false' : `coalesce(a.summary_values->>'change' like 'pay%', true)`}
                  or a.person_id is not distinct from $${reader}::uuid
                     and not exists (select 1 from jsonb_array_elements(a.changes) as c(value)
                                      cross join lateral (
                                        select r.person_id, r.proposed_by from approval_requests r
                                         where r.org_id = $1 and r.id = (c.value->'after'->>'id')::uuid offset 0) r
                                      where c.value->>'field' = 'request'
                                        and r.person_id = $${reader} and r.proposed_by = $${member}::uuid)))`
}

/**
 * Entries, newest first. People and actors are shown with the names of today: the log itself stores no names of people.
 */
export function listActivity(
  db: Db,
  filter: ActivityFilter,
  reader: LogReader,
  limit: number,
): Promise<ActivityRow[]> {
  const values: unknown[] = [db.orgId, limit]
  return db.query(
    `with page as (
       select a.* from activity a where a.org_id = $1 ${conditionsOf(filter, reader, values)} order by a.id desc limit $2
     )
     select a.id, a.at, a.action, a.summary, a.summary_code, a.summary_values, a.actor_kind, a.actor_id, a.via, a.subject_type, a.subject_id,
            a.changes, a.request_id, m.person_id as actor_person_id,
            case a.actor_kind
              when 'api_key' then k.name || ' (' || u.display_name || ')'
              when 'app'     then c.client_name || ' (' || u.display_name || ')'
              when 'system'  then 'Rollcall'
              else u.display_name
            end as actor_name,
            coalesce(${personName('p')}, nullif(a.subject_name, ''), po.title, a.subject_name) as subject_name
       from page a
       left join memberships m on m.org_id = $1 and m.id = a.membership_id
       left join users u       on u.org_id = $1 and u.id = m.user_id
       left join api_keys k    on k.org_id = $1 and k.id = a.actor_id and a.actor_kind = 'api_key'
       left join oauth_connections c on c.org_id = $1 and c.id = a.actor_id and a.actor_kind = 'app'
       left join people p      on p.org_id = $1 and p.id = a.subject_id and a.subject_type = 'person'
       -- An erasure empties the names of lines about the person, also that of a position that they filled, which is nobody's secret.
       left join positions po  on po.org_id = $1 and po.id = a.subject_id and a.subject_type = 'position' and a.subject_name = ''
      order by a.id desc`,
    values,
  )
}

/** The ids of entries, newest first. */
export async function listActivityIds(
  db: Db,
  filter: ActivityFilter,
  reader: LogReader,
  limit: number,
): Promise<string[]> {
  const values: unknown[] = [db.orgId, limit]
  const rows = await db.query<{ id: string }>(
    `select a.id from activity a where a.org_id = $1 ${conditionsOf(filter, reader, values)} order by a.id desc limit $2`,
    values,
  )
  return rows.map(({ id }) => id)
}

/** The conditions of a filter on `activity a`. Their values join the others. */
function conditionsOf(filter: ActivityFilter, reader: LogReader, values: unknown[]): string {
  const and = (condition: string, value: unknown): string =>
    value === undefined ? '' : `and a.${condition} $${values.push(value)}`
  return [
    and('id <', filter.before),
    and('id =', filter.id),
    filter.ids ? `and a.id = any($${values.push(filter.ids)}::uuid[])` : '',
    and('person_id =', filter.personId),
    and('action =', filter.action),
    and('actor_id =', filter.actorId),
    and('membership_id =', filter.membershipId),
    heardBy(reader, values),
  ].join(' ')
}

/** A line about an act of a member around their own login. */
export interface OwnLine {
  summary_code: string
  at: string
  subject_name: string | null
  changes: { field: string; before: unknown; after: unknown }[]
}

/**
 * The newest lines of a member with these codes, the oldest of them first.
 *
 * @param from the id of the first line that counts
 */
export function listOwnLines(
  db: Db,
  { membershipId, codes, from }: { membershipId: string; codes: readonly string[]; from: string },
  limit: number,
): Promise<OwnLine[]> {
  return db.query(
    `select * from (
       select a.id, a.summary_code, a.at, a.subject_name, a.changes from activity a
        where a.org_id = $1 and a.membership_id = $2 and a.summary_code = any($3::text[]) and a.id >= $4
        order by a.id desc limit $5) as newest
      order by id`,
    [db.orgId, membershipId, codes, from, limit],
  )
}

/** A line of the log as it is written. */
export interface NewActivity {
  id: string
  at: Date
  action: string
  summary_code: string
  /** JSON text. */
  summary_values: string | null
  actor_kind: string
  actor_id: string | null
  membership_id: string | null
  via: string
  subject_type: string | null
  subject_id: string | null
  subject_name: string | null
  person_id: string | null
  /** JSON text. */
  changes: string
  request_id: string
}

const columns = {
  id: 'uuid',
  at: 'timestamptz',
  action: 'text',
  summary_code: 'text',
  summary_values: 'jsonb',
  actor_kind: 'text',
  actor_id: 'uuid',
  membership_id: 'uuid',
  via: 'text',
  subject_type: 'text',
  subject_id: 'uuid',
  subject_name: 'text',
  person_id: 'uuid',
  changes: 'jsonb',
  request_id: 'text',
} as const

/** Adds lines to the log. The first one becomes the proof of the commit: `Db.proof` says what that is. */
export function insertActivity(
  db: Pick<Db, 'orgId' | 'query' | 'proof'>,
  rows: readonly NewActivity[],
): Promise<unknown> {
  db.proof = { table: 'activity', id: rows[0]!.id }
  return insertRows<NewActivity>(db, 'activity', columns, rows)
}

type Changes = readonly { before: unknown; after: unknown }[]

/** The ids of the people to whom changes refer. */
export const personsIn = (changes: Changes): string[] =>
  changes.flatMap(({ before, after }) =>
    [before, after].flatMap((value) => {
      const { type, id } = (value ?? {}) as { type?: string; id?: string }
      return type === 'person' ? [id as string] : []
    }),
  )

/** The names that people have today, by id. */
export async function loadPersonNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; name: string }>(
    `select p.id, ${personName('p')} as name from people p where p.org_id = $1 and p.id = any($2::uuid[])`,
    [db.orgId, [...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Tells whether an entry has this id, and the reader may hear of it.
 *
 * @param membershipId only what this member did counts
 */
export async function activityExists(
  db: Db,
  id: string,
  membershipId: string | undefined,
  reader: LogReader,
): Promise<boolean> {
  const values: unknown[] = [db.orgId, id, membershipId ?? null]
  const rows = await db.query(
    `select 1 from activity a
      where a.org_id = $1 and a.id = $2 and ($3::uuid is null or a.membership_id = $3) ${heardBy(reader, values)}`,
    values,
  )
  return rows.length > 0
}

/**
 * Tells whether a user, API key or connected app has this id.
 *
 * @param membershipId only this member, their keys and their apps count
 */
export async function actorExists(db: Db, id: string, membershipId: string | undefined): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select 1 from memberships m
                     where m.org_id = $1 and m.user_id = $2 and m.id = coalesce($3, m.id))
         or exists (select 1 from api_keys k
                     where k.org_id = $1 and k.id = $2 and k.membership_id = coalesce($3, k.membership_id))
         or exists (select 1 from oauth_connections c
                     where c.org_id = $1 and c.id = $2 and c.membership_id = coalesce($3, c.membership_id)) as found`,
    [db.orgId, id, membershipId ?? null],
  )
  return row!.found
}
