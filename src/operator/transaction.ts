import type pg from 'pg'
import { asSystem } from '../db/system.ts'

/** One transaction that sees all organizations, on a connection of the owner's pool. */
export async function asOperator<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await asSystem(client, work)
  } finally {
    client.release()
  }
}
