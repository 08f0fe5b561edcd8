import type pg from 'pg'
import { detailFields } from '../domain/person-details.ts'
import type { SystemDb } from '../db/system.ts'
import { hasLedger, quote } from './tables.ts'

/**
 * Removes encrypted details of people whose key is not there: it was destroyed after the backup, or the keys were not
 * restored. Nobody can ever read them, and a server would answer every question for them with an error. Keys of people
 * who came after the backup go, too.
 *
 * @returns how many people had such details
 */
export async function removeUnreadable(db: SystemDb): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    `with details as (
       delete from person_details d
        where num_nonnulls(${detailFields.map((column) => `d.${column}`).join(', ')}) > 0
          and not exists (select from person_keys k where k.org_id = d.org_id and k.person_id = d.person_id)
       returning d.org_id, d.person_id
     ), custom as (
       delete from custom_values v
        where v.sealed is not null
          and not exists (select from person_keys k where k.org_id = v.org_id and k.person_id = v.person_id)
       returning v.org_id, v.person_id
     )
     select count(*)::int as people from (select * from details union select * from custom) keyless`,
  )
  await db.query(
    `delete from person_keys k where not exists (select from people p where p.org_id = k.org_id and p.id = k.person_id)`,
  )
  return rows[0]!.people
}

/**
 * Counts the people who have encrypted details and no key, in a database of whatever schema: before there were keys,
 * nobody has.
 *
 * @param client sees all rows
 */
export async function countKeyless(client: pg.ClientBase): Promise<number> {
  const { rows: columns } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and to_regclass('public.person_keys') is not null
        and (c.relname = 'person_details' and a.attname = any ($1) or c.relname = 'custom_values' and a.attname = 'sealed')
      group by c.relname`,
    [detailFields],
  )
  // Who was erased has no key any more, and is erased again.
  const ledger = (await hasLedger(client))
    ? 'and not exists (select from public.erasures e where e.org_id = d.org_id and e.person_id = d.person_id)'
    : ''
  const keyless = columns.map(
    ({ name, columns: sealed }) =>
      `select d.org_id, d.person_id from public.${name} d
        where num_nonnulls(${sealed.map((column) => `d.${quote(column)}`).join(', ')}) > 0
          and not exists (select from public.person_keys k where k.org_id = d.org_id and k.person_id = d.person_id)
          ${ledger}`,
  )
  if (keyless.length === 0) return 0
  const { rows } = await client.query<{ people: number }>(
    `select count(*)::int as people from (${keyless.join(' union ')}) keyless`,
  )
  return rows[0]!.people
}
