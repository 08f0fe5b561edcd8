import type pg from 'pg'

/**
 * Runs `work` as rollcall_system, which sees all organizations, in one transaction.
 *
 * @param pool the owner's connections
 */
export async function asSystem<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local role rollcall_system')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
