import pg from 'pg'
import type { PlanCacheMode } from '../config.ts'
import { yieldToEventLoop } from '../streaming/yield.ts'
import { noteCluster } from './begin.ts'
import { noteProcessId, processIdOf, streamOf } from './connection.ts'
import { deadlines } from './deadlines.ts'
import { NotIsolated, proveIsolation, sharedFault } from './isolation.ts'
import { plannerSettings } from './planner.ts'
import { types } from './types.ts'

/** Bytes that Node reads from a socket with one system call. */
const fullBuffer = 65_536

interface PoolOptions {
  /**
   * The mode in which PostgreSQL plans prepared statements. With `force_generic_plan` each is planned once for all
   * organizations, which is good, because every query uses an index that begins with org_id. With `auto` PostgreSQL
   * plans some queries at each call, which can take longer than running them. A Citus cluster must know the
   * organization when it plans: its connections take `auto` instead of `force_generic_plan`.
   */
  planCacheMode?: PlanCacheMode
  /** Milliseconds to wait for a connection, and for a database that says nothing. */
  patience?: Pick<typeof deadlines, 'poolWaitMs' | 'silenceMs'>
  /** Is told when a connection fails its check; again only after another one was good, or for another reason. */
  refused?: (why: NotIsolated) => void
}

/**
 * A pool of connections with the role `role`, our deadlines and our types: days are strings, instants are ISO 8601 in
 * UTC with milliseconds, numbers are numbers. Queries are pipelined: those that are sent without awaiting each other
 * share a round trip.
 *
 * Each new connection proves that it has the role and the deadlines (src/db/isolation.ts). One that does not is closed,
 * and the caller who waited for it gets the error NotIsolated.
 */
export function createPool(
  url: string,
  role: string,
  size: number,
  { planCacheMode = 'force_generic_plan', patience = deadlines, refused = () => undefined }: PoolOptions = {},
): pg.Pool {
  const settings = {
    role,
    statement_timeout: deadlines.statementMs,
    lock_timeout: deadlines.lockMs,
    idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    timezone: 'UTC',
    ...plannerSettings,
    plan_cache_mode: planCacheMode,
    // A Citus cluster repeats app.org_id on the nodes that it asks. Elsewhere this is a setting that nobody reads.
    'citus.propagate_set_commands': 'local',
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patience.poolWaitMs,
    query_timeout: patience.silenceMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
    pipeline: true,
    verify: (client, done) => prove(client, done),
  })
  const prove = prover(new Pooled(pool), role, patience.poolWaitMs, planCacheMode, refused)
  // An idle connection that breaks is replaced by the pool; a checked-out one must not crash the process (pg #3083).
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    readInSlices(client)
  })
  return pool
}

/**
 * Node reads up to 2 MB from a socket at once, and to parse so many rows keeps the process busy for 20 to 40 ms. With
 * this, it reads at most one buffer between the work for other calls. Short answers are not delayed.
 */
function readInSlices(client: pg.ClientBase): void {
  const stream = streamOf(client)
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length < fullBuffer) return
    stream.pause()
    void yieldToEventLoop().then(() => stream.resume())
  })
}

/** The open connections of a pool that lead through a pooler, by the number of their server process. */
class Pooled {
  readonly #open = new Map<number, pg.ClientBase>()

  constructor(pool: pg.Pool) {
    pool.on('remove', (client) => {
      if (this.#open.get(processIdOf(client)) === client) this.#open.delete(processIdOf(client))
    })
  }

  /** @throws NotIsolated when another open connection has the same server process */
  note(client: pg.ClientBase, processId: number): void {
    if (!noteProcessId(client, processId)) return
    const other = this.#open.get(processId)
    // One that is being closed has given its process back, and is removed a moment later.
    if (other && !streamOf(other).writableEnded && !streamOf(other).destroyed)
      throw new NotIsolated(sharedFault)
    this.#open.set(processId, client)
  }
}

/** Makes the check that the pool runs on a new connection before anybody gets it. */
function prover(
  pooled: Pooled,
  role: string,
  withinMs: number,
  planCacheMode: PlanCacheMode,
  refused: (why: NotIsolated) => void,
): NonNullable<pg.PoolConfig['verify']> {
  let told: string | undefined
  const prove = async (client: pg.ClientBase) => {
    const { isCluster, processId } = await proveIsolation(client, role, withinMs)
    pooled.note(client, processId)
    return isCluster
  }
  return (client, done) =>
    void prove(client).then(
      async (isCluster) => {
        told = undefined
        if (isCluster) {
          noteCluster(client)
          // If the connection breaks, the next query says so.
          if (planCacheMode === 'force_generic_plan')
            await client.query('set plan_cache_mode = auto').catch(() => undefined)
        }
        done()
      },
      (error: NotIsolated) => {
        if (error.reason !== told) refused(error)
        told = error.reason
        done(error)
      },
    )
}
