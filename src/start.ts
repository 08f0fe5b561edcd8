import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { createApp } from './http/app.ts'
import { createMetrics } from './http/metrics.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { createMcp } from './mcp/endpoint.ts'
import type { HttpRuntime } from './http/api.ts'

export interface RunningServer {
  runtime: HttpRuntime
  /** The owner's connections: for the operator's work, never for a request. */
  ownerPool: pg.Pool
  log: Logger
  /** Where it listens; with PORT=0 the port that was free. */
  port: number
  /** No new connections, requests and jobs end, the embedded database stops; within ten seconds. */
  stop: () => Promise<void>
}

export interface Overrides {
  /** Tests set the time. */
  clock?: () => Date
  log?: Logger
}

const drainMs = 5000

/** Composition: database → pools → pipeline → HTTP, MCP, worker. The only place that knows every part. */
export async function start(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const log = overrides.log ?? pino({ level: config.logLevel, base: null })
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const ownerUrl = embedded?.url ?? (config.databaseUrl as string)
  await migrate(ownerUrl)
  const appUrl = embedded?.appUrl ?? config.databaseAppUrl ?? ownerUrl
  const pool = createPool(appUrl, 'rollcall_app', config.poolSize)
  // Apart, so that a full pool can neither keep us from cancelling a query nor from saying how we are.
  const controlPool = createPool(appUrl, 'rollcall_app', 2)
  const ownerPool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  ownerPool.on('error', () => undefined)

  const runtime: HttpRuntime = {
    pool,
    control: controlPool,
    clock: overrides.clock ?? (() => new Date()),
    checkResults: !config.production,
    baseUrl: config.baseUrl,
  }
  const worker = config.role === 'web' ? undefined : await startWorker({ ownerUrl, log })
  const http = await listen(config, runtime, log, ownerPool, worker)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await Promise.all([close(http), worker?.stop()])
    await Promise.all([pool.end(), controlPool.end(), ownerPool.end()])
    await embedded?.stop()
  }
  return { runtime, ownerPool, log, port: (http.address() as AddressInfo).port, stop: () => (stopping ??= stop()) }
}

async function listen(config: Config, runtime: HttpRuntime, log: Logger, ownerPool: pg.Pool, worker: Worker | undefined): Promise<Server> {
  const app = await createApp({
    runtime,
    log,
    metrics: createMetrics(runtime.pool, () => countJobs(ownerPool)),
    trustProxy: config.trustProxy,
    mcp: createMcp(runtime),
    readiness: {
      database: async () => void (await runtime.control.query('select 1')),
      ...(worker && { worker: worker.check }),
    },
  })
  const serve = app.callback()
  const server = createServer(
    { connectionsCheckingInterval: 1000, headersTimeout: 5000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
    (request, response) => void serve(request, response),
  )
  server.maxConnections = 10_000
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(config.port, config.host, done)
  })
  return server
}

/** Requests under way end; what does not end in time is cut. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(cut)
}

async function countJobs(pool: pg.Pool): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where attempts < max_attempts)::int as waiting,
            count(*) filter (where attempts >= max_attempts)::int as failed
       from graphile_worker.jobs`,
  )
  return rows[0] as { waiting: number; failed: number }
}
