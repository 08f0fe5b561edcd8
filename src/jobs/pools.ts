import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Recovery from a killed worker. graphile-worker leaves a dead pool's jobs locked for four hours; here each pool holds
 * a session advisory lock, and a lock that is free means that its pool is gone: its jobs are unlocked within seconds.
 */

const relockMs = 20_000
/** After a restart of the database every lock is free; give live pools this long to take theirs again. */
const graceSeconds = 30

export interface PoolLock {
  release: () => Promise<void>
}

/**
 * Takes the lock of a pool over a connection of its own, and keeps it when that connection breaks.
 *
 * @param lost called when the lock cannot be had again: this pool must stop, another one may take its jobs
 */
export async function holdPoolLock(ownerUrl: string, poolId: string, lost: () => void): Promise<PoolLock> {
  const key = createHash('sha256').update(poolId).digest().readBigInt64BE().toString()
  let released = false
  let client = await take()

  async function take(): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    await connection.connect()
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      key,
    ])
    if (!rows[0]?.taken) throw new Error(`the lock of worker pool ${poolId} is taken`)
    await connection.query(
      `insert into worker_pools (pool_id, lock_key) values ($1, $2)
       on conflict (pool_id) do update set database_started_at = pg_postmaster_start_time()`,
      [poolId, key],
    )
    connection.once('error', () => void retake())
    return connection
  }

  async function retake(): Promise<void> {
    const deadline = Date.now() + relockMs
    while (!released && Date.now() < deadline)
      try {
        client = await take()
        return
      } catch {
        await new Promise((wait) => setTimeout(wait, 500).unref())
      }
    if (!released) lost()
  }

  return {
    async release() {
      released = true
      await client.query('delete from worker_pools where pool_id = $1', [poolId]).catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}

/**
 * Unlocks the jobs of pools that are gone.
 *
 * @param unlock graphile-worker's `forceUnlockWorkers`
 * @returns the pools that were found dead
 */
export async function reapDeadPools(
  pool: pg.Pool,
  unlock: (poolIds: string[]) => Promise<void>,
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ pool_id: string }>(
      `select pool_id
         from worker_pools
        where (database_started_at = pg_postmaster_start_time()
               or pg_postmaster_start_time() < now() - make_interval(secs => $1))
          and pg_try_advisory_xact_lock(lock_key)`,
      [graceSeconds],
    )
    const dead = rows.map((row) => row.pool_id)
    if (dead.length > 0) {
      await unlock(dead)
      await client.query('delete from worker_pools where pool_id = any($1)', [dead])
    }
    await client.query('commit')
    return dead
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
