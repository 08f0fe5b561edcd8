import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Recovery from a killed worker. graphile-worker would leave the jobs of a dead pool locked for four hours. So each
 * pool holds an advisory lock of a session. If the lock is free, the pool is dead, and its jobs are unlocked within
 * seconds.
 */

const retryMs = 500
/** After a restart of the database all locks are free. Live pools have this long to take theirs again. */
const graceSeconds = 10

export interface PoolLock {
  /**
   * @param drained whether all jobs of this pool have ended. If not, the pool stays recorded: the next search for dead
   *   pools finds its lock free, and unlocks its jobs.
   */
  release: (drained: boolean) => Promise<void>
}

/**
 * Takes the lock of a pool over a separate connection, and takes it again whenever that connection breaks.
 *
 * @param lost called when this pool was declared dead in the meantime: it must stop, because others may have its jobs
 */
export async function holdPoolLock(ownerUrl: string, poolId: string, lost: () => void): Promise<PoolLock> {
  const key = createHash('sha256').update(poolId).digest().readBigInt64BE().toString()
  let released = false
  let client = await connect()
  try {
    if (!(await lock(client))) throw new Error(`the lock of worker pool ${poolId} is taken`)
    await client.query('insert into worker_pools (pool_id, lock_key) values ($1, $2)', [poolId, key])
  } catch (error) {
    // A worker that cannot start tries every second.
    await client.end().catch(() => undefined)
    throw error
  }
  watch(client)

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      return connection
    } catch (error) {
      await connection.end().catch(() => undefined)
      throw error
    }
  }

  async function lock(connection: pg.Client): Promise<boolean> {
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      key,
    ])
    return rows[0]?.taken === true
  }

  function watch(connection: pg.Client): void {
    connection.once('end', () => void (released || retake()))
  }

  /** Tries without a limit: while the database cannot be reached, nobody can declare this pool dead. */
  async function retake(): Promise<void> {
    for (; !released; await sleep(retryMs, undefined, { ref: false })) {
      const connection = await connect().catch(() => undefined)
      if (!connection) continue
      const recorded = await stillRecorded(connection).catch(() => undefined)
      if (recorded && !released) {
        client = connection
        return watch(connection)
      }
      await connection.end().catch(() => undefined)
      if (recorded === false) return released ? undefined : lost()
    }
  }

  /**
   * Asks whether this pool is still recorded; undefined while the server has not noticed that the old connection is
   * gone.
   */
  async function stillRecorded(connection: pg.Client): Promise<boolean | undefined> {
    if (!(await lock(connection))) return undefined
    const { rowCount } = await connection.query(
      'update worker_pools set database_started_at = pg_postmaster_start_time() where pool_id = $1',
      [poolId],
    )
    return rowCount === 1
  }

  return {
    async release(drained) {
      released = true
      if (drained)
        await client.query('delete from worker_pools where pool_id = $1', [poolId]).catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}

/**
 * Unlocks the jobs of dead pools and removes the records of the pools, in one transaction.
 *
 * @returns the ids of the dead pools
 */
export async function reapDeadPools(pool: pg.Pool): Promise<string[]> {
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
      await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
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

/** The pools that live, or that nobody has found dead yet. */
export async function recordedPools(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ pool_id: string }>('select pool_id from worker_pools')
  return rows.map(({ pool_id }) => pool_id)
}
