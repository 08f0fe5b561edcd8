import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'
import { Refusals } from '../auth/refusals.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { createPool, deadlines } from '../db/pool.ts'
import { handlers } from '../generated/handlers.ts'
import { createApp } from '../http/app.ts'
import { createMetrics } from '../http/metrics.ts'
import { close, listen } from '../http/server.ts'
import { startWorker, type Worker } from '../worker/worker.ts'
import { countJobs } from '../queries/system/jobs.ts'
import { createMcp } from '../mcp/endpoint.ts'
import { loadResultValidators } from '../validation/validate.ts'
import type { HttpRuntime } from '../http/api.ts'

export interface RunningServer {
  runtime: HttpRuntime
  /** Connections with the owner's login: for operators and the demo company, never for a request. */
  ownerPool: pg.Pool
  log: Logger
  /** The port on which it listens; with PORT=0 one that was free. */
  port: number
  /** Takes no new connections, waits for requests and jobs, stops the embedded database. Takes at most ten seconds. */
  stop: () => Promise<void>
  /** A stop that is under way does not wait any longer. */
  hurry: () => void
}

export interface StartOptions {
  /** For tests, which set the time. */
  clock?: () => Date
  log?: Logger
  /** Runs when the database is ready, before the server takes requests. */
  prepare?: (runtime: HttpRuntime, ownerPool: pg.Pool) => Promise<void>
}

const drainMs = 5000
const poolsMs = 1000

/** What has been started so far. If the start fails, it is stopped. */
interface Parts {
  database?: OpenDatabase
  pools: pg.Pool[]
  worker?: Worker
  http?: Server
}

/**
 * Starts everything: database → pools → pipeline → HTTP, MCP, worker. This is the only file that knows all parts.
 *
 * @throws ConfigError when the configuration cannot be used: a port in use, a database that cannot be reached
 */
export async function start(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const parts: Parts = { pools: [] }
  try {
    return await compose(config, options, parts)
  } catch (error) {
    await stop(parts, AbortSignal.timeout(2000))
    throw error
  }
}

async function compose(config: Config, options: StartOptions, parts: Parts): Promise<RunningServer> {
  const log = options.log ?? pino({ level: config.logLevel, base: null })
  const database = (parts.database = await openDatabase(config))
  const pool = createPool(database.appUrl, 'rollcall_app', config.poolSize, config.planCacheMode)
  // Separate, so that queries can be cancelled and /readyz can answer when the pool is full.
  const controlPool = createPool(database.appUrl, 'rollcall_app', 2, config.planCacheMode)
  const ownerPool = new pg.Pool({
    connectionString: database.ownerUrl,
    max: 2,
    connectionTimeoutMillis: deadlines.poolWaitMs,
  })
  ownerPool.on('error', () => undefined)
  parts.pools.push(pool, controlPool, ownerPool)

  const runtime: HttpRuntime = {
    handlers,
    pool,
    control: controlPool,
    clock: options.clock ?? (() => new Date()),
    refusals: new Refusals(),
    checkResults: !config.production,
    baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
  }
  if (runtime.checkResults) await loadResultValidators()
  await options.prepare?.(runtime, ownerPool)
  const worker = config.role === 'web' ? undefined : await startWorker({ ownerUrl: database.ownerUrl, log })
  if (worker) parts.worker = worker
  const app = await createApp({
    runtime,
    log,
    metrics: createMetrics(pool, () => countJobs(ownerPool)),
    trustProxy: config.trustProxy,
    answersCalls: config.role !== 'worker',
    mcp: createMcp(runtime),
    readiness: {
      database: async () => void (await runtime.control.query('select 1')),
      ...(worker && { worker: worker.check }),
    },
  })
  const serve = app.callback()
  const http = await listen(config, (request, response) => void serve(request, response))
  parts.http = http
  const { port } = http.address() as AddressInfo
  runtime.baseUrl = config.baseUrl ?? `http://localhost:${port}`

  const hurry = new AbortController()
  let stopping: Promise<void> | undefined
  return {
    runtime,
    ownerPool,
    log,
    port,
    stop: () => (stopping ??= stop(parts, AbortSignal.any([hurry.signal, AbortSignal.timeout(drainMs)]))),
    hurry: () => hurry.abort(),
  }
}

/** Waits for requests and jobs until `hurry`, then closes the pools and the database. */
async function stop({ http, worker, pools, database }: Parts, hurry: AbortSignal): Promise<void> {
  await Promise.all([http && close(http, hurry), worker?.stop(hurry)])
  const ended = Promise.all(pools.map((pool) => pool.end()))
  await Promise.race([ended, sleep(hurry.aborted ? 0 : poolsMs, undefined, { ref: false })])
  await database?.close()
}
