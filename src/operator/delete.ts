import type pg from 'pg'
import { OperatorError } from './errors.ts'
import { findOrganization } from './status.ts'
import { asSystem } from './transaction.ts'

export interface DeletedOrganization {
  slug: string
  /** How many rows went, by table. */
  rows: Record<string, number>
}

/**
 * Removes every row of an organization for good.
 *
 * @param options.confirm the slug once more
 * @param options.force also when it is not closed
 */
export async function deleteOrganization(
  pool: pg.Pool,
  slug: string,
  options: { confirm: string; force: boolean },
): Promise<DeletedOrganization> {
  if (options.confirm !== slug) throw new OperatorError(`must be ${slug}, to be sure`, 'confirm')
  return asSystem(pool, async (client) => {
    const found = await findOrganization(client, slug)
    if (found.status !== 'closed' && !options.force)
      throw new OperatorError(`${slug} is ${found.status}. Close it first, or use --force.`)
    const tables = await tablesOfOrganizations(client)
    const { rows } = await client.query<{ table: string; count: number }>(deletion(tables), [
      found.organizationId,
    ])
    return { slug, rows: Object.fromEntries(rows.map(({ table, count }) => [table, count])) }
  })
}

/** From the catalogue, so that no table is ever forgotten. */
async function tablesOfOrganizations(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
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
