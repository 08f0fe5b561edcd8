import type pg from 'pg'
import { asSystem } from '../db/system.ts'

/** Runs `work` in one transaction that sees all organizations. `pool` has the owner's login. */
export async function asOperator<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await asSystem(client, work)
  } finally {
    client.release()
  }
}
