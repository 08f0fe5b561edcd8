import pg from 'pg'
import { ConfigError } from '../config/error.ts'

/**
 * A mark in a database that a backup is being restored into. It is there before anything else and goes last, so that a
 * restore that was stopped in the middle is never taken for a whole database.
 */

export interface Mark {
  /** Which backup. */
  backup: string
  /** All rows are there; what follows is to bring them to the newest schema. */
  copied: boolean
  /** SQL that makes the foreign keys that the tables lack while rows are copied. */
  foreignKeys: readonly string[]
}

export async function readMark(client: pg.ClientBase): Promise<Mark | undefined> {
  const { rows: tables } = await client.query(
    `select 1 where to_regclass('public.unfinished_restore') is not null`,
  )
  if (tables.length === 0) return undefined
  const { rows } = await client.query<Mark>(
    'select backup, copied, foreign_keys as "foreignKeys" from unfinished_restore',
  )
  return rows[0]
}

export async function setMark(client: pg.ClientBase, { backup, copied, foreignKeys }: Mark): Promise<void> {
  // One message is one transaction, unless the caller has begun one.
  await client.query(`
    create table if not exists unfinished_restore (
      backup text not null, copied boolean not null, foreign_keys text[] not null
    );
    delete from unfinished_restore;
    insert into unfinished_restore (backup, copied, foreign_keys)
    values (${pg.escapeLiteral(backup)}, ${copied}, array[${foreignKeys.map((key) => pg.escapeLiteral(key)).join(', ')}]::text[])`)
}

export async function removeMark(client: pg.ClientBase): Promise<void> {
  await client.query('drop table unfinished_restore')
}

/** @throws ConfigError when a restore into this database was stopped */
export async function refuseUnfinishedRestore(client: pg.ClientBase): Promise<void> {
  if (await readMark(client))
    throw new ConfigError(
      'A backup was being restored into this database, and that was stopped before its end. Run the same npm run org -- restore again, or begin with an empty database.',
    )
}
