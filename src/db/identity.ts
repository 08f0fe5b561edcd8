import type pg from 'pg'

/** The name of this database. One that was restored from a backup has another. */
export async function databaseIdentity(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from database_identity order by id limit 1')
  return rows[0]!.id
}
