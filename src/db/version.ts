import type pg from 'pg'
import { ConfigError } from '../config/error.ts'

/** The oldest PostgreSQL on which the migrations run. */
const oldest = 16

/** @throws ConfigError when the server is too old */
export async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  const { number, name } = rows[0]!
  if (isTooOld(number))
    throw new ConfigError(
      `DATABASE_URL cannot be used: it leads to PostgreSQL ${name}, and Rollcall needs ${oldest} or newer.`,
    )
}

/** @param number PostgreSQL's `server_version_num`, such as 160004 for 16.4 */
export function isTooOld(number: number): boolean {
  return number < oldest * 10_000
}

/**
 * Names are in all scripts, and are sorted by rules that PostgreSQL has for this encoding.
 *
 * @throws ConfigError when the database has another encoding
 */
export async function refuseOtherEncoding(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string; database: string }>(
    `select current_setting('server_encoding') as encoding, quote_ident(current_database()) as database`,
  )
  const { encoding, database } = rows[0]!
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `DATABASE_URL cannot be used: the encoding of its database ${database} is ${encoding}, and Rollcall needs UTF8. Make another one: create database … encoding 'UTF8' template template0.`,
    )
}
