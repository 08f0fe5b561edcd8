import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type Koa from 'koa'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'
import { limitsFor } from '../auth/limits.ts'
import { offeredMethods } from '../auth/methods.ts'
import { replaceOwnPassword } from '../auth/own-password.ts'
import { Providers } from '../auth/providers.ts'
import { RefusedCredentials } from '../auth/refused-credentials.ts'
import { deadlines } from '../db/deadlines.ts'
import { checkApplicationLogin, openDatabase, type OpenDatabase } from '../db/open.ts'
import { createPool } from '../db/pool.ts'
import { withOrganization } from '../db/transaction.ts'
import { allowsPort } from '../domain/webhooks.ts'
import { handlers } from '../generated/handlers.ts'
import { createApp, createMetricsApp, observeRefusals } from '../http/app.ts'
import { cutSlowReader, oneAtATime } from '../http/connections.ts'
import { createMetrics } from '../http/metrics.ts'
import { PublishedDocuments } from '../http/published.ts'
import { close, listen } from '../http/server.ts'
import { turnLimits, FairLimiter } from '../pipeline/fair-limiter.ts'
import { Waiting } from '../pipeline/waiting.ts'
import { watchWorkers, type WorkerWatch } from '../worker/watch.ts'
import { startWorker, type Worker } from '../worker/worker.ts'
import { databaseIdentity } from '../db/identity.ts'
import { countJobs, countWorkers } from '../queries/system/jobs.ts'
import { openPostbox } from '../mail/open.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { createMcp } from '../mcp/endpoint.ts'
import { createOAuth, wellKnownAddresses } from '../oauth/endpoint.ts'
import { Outbound } from '../outbound/client.ts'
import { createFrontDoor } from '../app/app.ts'
import { createPages } from '../pages/pages.ts'
import { openSecretKeys, checkSecretKey } from '../operator/person-keys.ts'
import { Links } from '../secrets/links.ts'
import { Seal } from '../secrets/seal.ts'
import { Vault } from '../secrets/personal.ts'
import { Inspector } from '../inspection/inspector.ts'
import { addressesOfFiles, createFiles } from './files.ts'
import { within } from './within.ts'
import { openStorage } from '../storage/open.ts'
import { Sender } from '../webhooks/sender.ts'
import { Digests } from '../secrets/secret-key.ts'
import { loadResultValidators } from '../validation/validate.ts'
import type { HttpRuntime } from '../http/runtime.ts'

export interface RunningServer {
  runtime: HttpRuntime
  /** Connections with the owner's login: for operators and the demo company, never for a request. */
  ownerPool: pg.Pool
  log: Logger
  /** Where there is no worker in this process. */
  watch: WorkerWatch | undefined
  /** The port on which it listens; with PORT=0 one that was free. */
  port: number
  /** The address on which it listens, whatever others call it: `http://127.0.0.1:3000`. */
  address: string
  /** Where the metrics are, if they have a port. */
  metricsUrl: string | undefined
  /**
   * Milliseconds that idle connections are left open by `stop`: a proxy may go on with them. Tests, which have none, set
   * it to 0.
   */
  lastCallsMs: number
  /** Takes no new connections, waits for requests and jobs, stops the embedded database. Takes at most ten seconds. */
  stop: () => Promise<void>
  /** A stop that is under way does not wait any longer. */
  hurry: () => void
}

export interface StartOptions {
  /** For tests, which set the time, and run what cron would. */
  clock?: () => Date
  log?: Logger
  /** Runs when the database is ready, before the server takes requests. */
  prepare?: (runtime: HttpRuntime, ownerPool: pg.Pool) => Promise<void>
}

const drainMs = 5000
/**
 * Milliseconds of `RunningServer.lastCallsMs` behind a proxy. Its own limit for idle connections must be shorter
 * (docs/production.md), so that it closes them, and never sends a call into one that we close.
 */
const proxiedLastCallsMs = 3000
/** /readyz and /metrics answer in less than two seconds, even when the database says nothing. */
const readinessMs = 1500
const controlPatience = { poolWaitMs: readinessMs, silenceMs: readinessMs }
const poolsMs = 1000

/** Parts that have been started so far. If the start fails, they are stopped. */
interface Parts {
  database?: OpenDatabase
  pools: pg.Pool[]
  worker?: Worker
  watch?: WorkerWatch
  postbox?: MailQueue
  outbound?: Outbound
  waiting?: Waiting
  inspector?: Inspector
  http?: Server
  metrics?: Server
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
  const warn = (facts: object, message: string) => log.warn(facts, message)
  const database = (parts.database = await openDatabase(config))
  const connectionsOf = (size: number, patience?: typeof controlPatience) =>
    createPool(database.appUrl, 'rollcall_app', size, {
      planCacheMode: config.planCacheMode,
      refused: (why) => log.error(why.message),
      ...(patience && { patience }),
    })
  const pool = connectionsOf(config.poolSize)
  // Separate, so that queries can be cancelled and /readyz can answer when the pool is full.
  const controlPool = connectionsOf(2, controlPatience)
  const ownerPool = new pg.Pool({
    connectionString: database.ownerUrl,
    max: 2,
    connectionTimeoutMillis: deadlines.poolWaitMs,
  })
  // Also those that are in use when the database ends: the query tells of it.
  ownerPool.on('connect', (client) => client.on('error', () => undefined))
  ownerPool.on('error', () => undefined)
  parts.pools.push(pool, controlPool, ownerPool)
  await checkApplicationLogin(pool, ownerPool, config)
  const secrets = await openSecretKeys(ownerPool, config)
  const vault = new Vault(secrets)
  await checkSecretKey(ownerPool, vault)
  const clock = options.clock ?? (() => new Date())
  const postbox = (parts.postbox = openPostbox({
    ...config,
    links: new Links(secrets),
    baseUrl: () => runtime.baseUrl,
    within: (orgId, work) => withOrganization(pool, orgId, { mode: 'write', vault }, work),
    clock,
    warn,
  }))
  const storage = await openStorage({ ...config, secrets, baseUrl: () => runtime.baseUrl, clock })
  const inspector = (parts.inspector = new Inspector({ scanner: config.scanner, warn }))

  const runtime: HttpRuntime = {
    handlers,
    pool,
    control: controlPool,
    turns: new FairLimiter(turnLimits(config.poolSize)),
    offered: offeredMethods(config.providers),
    providers: new Providers(config.providers, new Seal(secrets, 'sign-in at a provider')),
    vault,
    digests: new Digests(secrets),
    postbox,
    storage,
    files: createFiles(storage, inspector, clock),
    passwords: { replace: (...given) => replaceOwnPassword(runtime, ...given) },
    waiting: (parts.waiting = new Waiting()),
    databaseId: await databaseIdentity(ownerPool),
    urlProblem: (url) => {
      const because = outbound.problemOf(url, { allowsPort })
      return because && `url_${because}`
    },
    clock,
    refusals: new RefusedCredentials(),
    limits: limitsFor(config.rateLimitPerMinute),
    checkResults: !config.production,
    baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
  }
  const outbound = (parts.outbound = new Outbound({
    ownHosts: () => [new URL(runtime.baseUrl).hostname, config.host],
    testCa: config.outboundTestCa,
    proxy: config.outboundProxy,
  }))
  if (runtime.checkResults) await loadResultValidators()
  await options.prepare?.(runtime, ownerPool)
  const worker =
    config.role === 'web'
      ? undefined
      : await startWorker({
          ownerUrl: database.ownerUrl,
          log,
          vault,
          postbox,
          storage,
          clock: options.clock,
          sender: new Sender({
            outbound,
            vault,
            clock,
            ownerPool,
            within: (orgId, work) => withOrganization(pool, orgId, { mode: 'write', vault }, work),
            warn,
          }),
        })
  const living = () => within(readinessMs, countWorkers(ownerPool))
  if (worker) parts.worker = worker
  else parts.watch = watchWorkers(living, log, clock)
  const jobs = () => within(readinessMs, countJobs(ownerPool))
  const metrics = createMetrics(pool, { jobs, workers: living })
  let stopping: Promise<void> | undefined
  const base = {
    runtime,
    log,
    metrics,
    trustProxy: config.trustProxy,
    isStopping: () => stopping !== undefined,
  }
  const app = await createApp({
    ...base,
    answersCalls: config.role !== 'worker',
    documents: { ...new PublishedDocuments(runtime).addresses, ...wellKnownAddresses(runtime) },
    files: addressesOfFiles(runtime, storage),
    mcp: createMcp(runtime),
    oauth: createOAuth(runtime, { secrets, outbound }),
    pages: [createFrontDoor(runtime, { gallery: !config.production }), createPages(runtime)],
    readiness: {
      database: async () => void (await within(readinessMs, runtime.control.query('select 1'))),
      ...(worker && { worker: () => within(readinessMs, worker.check()) }),
    },
    notices: parts.watch ? { workers: parts.watch.state } : {},
  })
  const shared = { trustProxy: config.trustProxy, refusals: observeRefusals(base) }
  const places = { ...shared, ...config, settings: { port: 'PORT', host: 'HOST' } }
  const http = (parts.http = await listen(places, listener(app)))
  const { port } = http.address() as AddressInfo
  const { metricsPort, metricsHost } = config
  if (metricsPort !== undefined)
    parts.metrics = await listen(
      {
        ...shared,
        port: metricsPort,
        host: metricsHost,
        settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' },
      },
      listener(createMetricsApp(base)),
    )
  runtime.baseUrl = config.baseUrl ?? `http://localhost:${port}`
  const hurry = new AbortController()
  const begin = () =>
    stop(parts, AbortSignal.any([hurry.signal, AbortSignal.timeout(drainMs)]), running.lastCallsMs)
  const running: RunningServer = {
    runtime,
    ownerPool,
    log,
    watch: parts.watch,
    port,
    address: addressOf(http),
    metricsUrl: parts.metrics && `${addressOf(parts.metrics)}/metrics`,
    lastCallsMs: config.trustProxy ? proxiedLastCallsMs : 0,
    stop: () => (stopping ??= begin()),
    hurry: () => hurry.abort(),
  }
  return running
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function listener(app: Koa): RequestListener {
  const serve = app.callback()
  return oneAtATime((request, response) => void serve(request, response).then(() => cutSlowReader(response)))
}

/** Waits for requests and jobs until `hurry`, then closes the pools and the database. */
async function stop(parts: Parts, hurry: AbortSignal, idleMs = 0): Promise<void> {
  const { http, metrics, worker, watch, postbox, outbound, waiting, inspector, pools, database } = parts
  waiting?.stop()
  postbox?.stop()
  watch?.stop()
  await Promise.all([
    http && close(http, hurry, idleMs),
    metrics && close(metrics, hurry),
    worker?.stop(hurry),
  ])
  inspector?.stop()
  await Promise.all([postbox?.close(hurry), outbound?.close()])
  const ended = Promise.all(pools.map((pool) => pool.end()))
  await Promise.race([ended, sleep(hurry.aborted ? 0 : poolsMs, undefined, { ref: false })])
  await database?.close()
}
