import type { SystemDb } from '../../db/system.ts'

/**
 * Removes every row of an organization for good.
 *
 * @returns how many rows went, by table
 */
export async function deleteRows(db: SystemDb, orgId: string): Promise<Record<string, number>> {
  const tables = await tablesOfOrganizations(db)
  const { rows } = await db.query<{ table: string; count: number }>(deletion(tables), [orgId])
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]))
}

/** From the catalogue, so that no table is ever forgotten. */
async function tablesOfOrganizations(db: SystemDb): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname`,
  )
  return rows.map(({ name }) => name)
}

/**
 * One statement for all tables: foreign keys are checked at its end, when referrer and referred are both gone, so no
 * order is needed and circles are no trouble.
 */
function deletion(tables: string[]): string {
  const deletes = tables.map(
    (name, i) => `gone_${i} as (delete from ${quote(name)} where org_id = $1 returning 1)`,
  )
  const counts = tables.map((name, i) => `select '${name}' as "table", count(*)::int as count from gone_${i}`)
  return `with ${deletes.join(',\n')}\n${counts.join('\nunion all ')}`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
