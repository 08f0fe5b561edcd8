import type { SystemDb } from '../../db/system.ts'
import { personalData } from '../../personal-data/register.ts'

/** PostgreSQL keeps some values of each column as examples, until it counts again: they outlive their rows. */

/** The tables with examples of what is told about people. */
const personalTables = Object.entries(personalData).flatMap(([name, { personal }]) =>
  Object.keys(personal).length > 0 ? [name] : [],
)

/** The moment at which somebody was erased last; null when nobody was. */
export async function findLastErasure(db: SystemDb): Promise<string | null> {
  const { rows } = await db.query<{ at: string | null }>(`select max(e.erased_at) as at from erasures e`)
  return rows[0]!.at
}

/**
 * Counts again what is in tables that have grown by half, and in those with examples of what somebody was called who was
 * erased since. An erasure has ended a minute after it began.
 *
 * @param client a connection with the owner's login
 */
export async function renewStatistics(client: SystemDb, lastErasure: string | null): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name
       from pg_stat_user_tables s
       join pg_class c on c.oid = s.relid
      where s.schemaname = 'public'
        and (s.n_mod_since_analyze > 200 + greatest(c.reltuples, 0) / 2
             or (s.relname = any($1) and c.reltuples >= 0
                 and coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') < $2::timestamptz + interval '1 minute'))
      order by name`,
    [personalTables, lastErasure],
  )
  await analyze(
    client,
    rows.map(({ name }) => name),
  )
}

/** Counts again what is in the tables that tell about people, of whom many are gone. */
export const renewAllPersonal = (client: SystemDb): Promise<void> => analyze(client, personalTables)

async function analyze(client: SystemDb, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(`analyze ${tables.map((name) => `public."${name}"`).join(', ')}`)
}
