import type pg from 'pg'
import type { SystemDb } from '../db/system.ts'
import { personalData } from '../personal-data/register.ts'
import { hasLedger, quote } from './tables.ts'

interface Sealed {
  table: string
  columns: string[]
}

/** Tables in which the keys of persons seal values of rows with a `person_id`, and these columns. */
const sealed: readonly Sealed[] = Object.entries(personalData).flatMap(([table, { plain, personal }]) => {
  const columns = Object.entries(personal).flatMap(([column, rule]) => (rule.sealed ? [column] : []))
  return columns.length > 0 && plain.includes('person_id') ? [{ table, columns }] : []
})

/** Tables whose rows say something without their sealed values, too. The rows of others go. */
const emptied = new Set(['employments', 'job_rows', 'documents'])

const anyOf = (columns: readonly string[]) =>
  `num_nonnulls(${columns.map((column) => `d.${quote(column)}`).join(', ')}) > 0`

/**
 * Removes sealed values of people whose key is not there: it was destroyed after the backup, or the keys were not
 * restored. Nobody can ever read them, and a server would answer every question for them with an error. Requests for
 * approval of these people go with all that they say. Keys of people who came after the backup go, too.
 *
 * @returns how many people had such values
 */
export async function removeUnreadable(db: SystemDb): Promise<number> {
  const about = 'd.org_id = k.org_id and d.person_id = k.id'
  const own = sealed.filter(({ table }) => table !== 'approval_requests')
  const removed = own.map(({ table, columns }) =>
    emptied.has(table)
      ? `${table}_done as (
           update ${table} d set ${columns.map((column) => `${column} = null`).join(', ')}
             from keyless k where ${about} and ${anyOf(columns)} returning d.org_id, d.person_id)`
      : `${table}_done as (
           delete from ${table} d using keyless k where ${about} and ${anyOf(columns)} returning d.org_id, d.person_id)`,
  )
  const { rows } = await db.query<{ people: number }>(
    `with keyless as (
       select p.org_id, p.id from people p
        where not exists (select from person_keys k where k.org_id = p.org_id and k.person_id = p.id)
     ), ${removed.join(', ')}, requests as (
       delete from approval_requests d using keyless k where ${about} returning d.org_id, d.person_id, d.id
     ), steps as (
       delete from approval_steps s using requests r where s.org_id = r.org_id and s.request_id = r.id
     ), pay as (
       delete from approval_pay a using requests r where a.org_id = r.org_id and a.request_id = r.id
     )
     select count(*)::int as people
       from (${[...own.map(({ table }) => `${table}_done`), 'requests'].map((from) => `select org_id, person_id from ${from}`).join(' union ')}) found`,
  )
  await db.query(
    `delete from person_keys k where not exists (select from people p where p.org_id = k.org_id and p.id = k.person_id)`,
  )
  return rows[0]!.people
}

/**
 * Counts the people who have sealed values and no key, in a database of whatever schema: before there were keys,
 * nobody has. Who was erased has no key any more, and is erased again.
 *
 * @param client sees all rows
 */
export async function countKeyless(client: pg.ClientBase): Promise<number> {
  const { rows: there } = await client.query<Sealed>(
    `select c.relname::text as table, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       join jsonb_to_recordset($1) as s ("table" text, columns text[])
         on s.table = c.relname::text and a.attname::text = any (s.columns)
      where c.relnamespace = 'public'::regnamespace and to_regclass('public.person_keys') is not null
        and a.atttypid = 'bytea'::regtype
      group by c.relname`,
    [JSON.stringify(sealed)],
  )
  if (there.length === 0) return 0
  const ledger = (await hasLedger(client))
    ? 'and not exists (select from public.erasures e where e.org_id = d.org_id and e.person_id = d.person_id)'
    : ''
  const keyless = there.map(
    ({ table, columns }) =>
      `select d.org_id, d.person_id from public.${quote(table)} d
        where ${table === 'approval_requests' ? 'true' : anyOf(columns)}
          and not exists (select from public.person_keys k where k.org_id = d.org_id and k.person_id = d.person_id)
          ${ledger}`,
  )
  const { rows } = await client.query<{ people: number }>(
    `select count(*)::int as people from (${keyless.join(' union ')}) keyless`,
  )
  return rows[0]!.people
}
