import { ofOrganization, type SystemDb } from '../../db/system.ts'
import { enqueueJobs } from '../jobs.ts'

/**
 * Removes every row of an organization for good. A job removes its files, once the rows are gone.
 *
 * @returns the number of deleted rows, by table
 */
export async function deleteRows(db: SystemDb, orgId: string): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const table of await tablesOfOrganizations(db)) {
    // One after the other: rows of a table may refer to rows of the next one.
    // eslint-disable-next-line no-await-in-loop
    const { rowCount } = await db.query(`delete from ${quote(table)} where org_id = $1`, [orgId])
    deleted[table] = rowCount ?? 0
  }
  await enqueueJobs(ofOrganization(db, orgId, undefined), [
    { task: 'remove_files', payload: { org_id: orgId } },
  ])
  return deleted
}

/**
 * The tables with rows of organizations, each one before the tables that it refers to. They are read from the
 * database's catalogue, so that a new table cannot be forgotten.
 *
 * @throws Error when foreign keys lead in a circle
 */
export async function tablesOfOrganizations(db: Pick<SystemDb, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ name: string; referred: string[] }>(
    `select c.relname as name,
            array(select r.relname::text
                    from pg_constraint k
                    join pg_class r on r.oid = k.confrelid
                   where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as referred
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname`,
  )
  const ordered: string[] = []
  let left = rows
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(({ referred }) => referred.includes(name)))
    if (free.length === 0)
      throw new Error(
        `Foreign keys lead in a circle, so rows cannot be deleted table by table: ${left.map(({ name }) => name).join(', ')}`,
      )
    ordered.push(...free.map(({ name }) => name))
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
