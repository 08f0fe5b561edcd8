import { randomUUIDv7 } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import compress from 'koa-compress'
import type { Logger } from 'pino'
import type { VisitFacts } from '../auth/login-request.ts'
import type { Caller } from '../domain/caller.ts'
import { clientAddress, peerAddress } from '../auth/addresses.ts'
import { ApiError, describe, outcomeOf, toApiError } from '../errors.ts'
import { createApi, methodNotAllowed, nothingHere } from './api.ts'
import type { HttpRuntime } from './runtime.ts'
import { createDocuments } from './documents.ts'
import type { Addresses } from './addresses.ts'
import { imageAddresses } from './images.ts'
import { commonHeaders } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { noteCall } from '../streaming/yield.ts'
import { requireValidRequest, type Refusals } from './protocol.ts'
import { sendError, setHeaders } from './respond.ts'
import { countUnread } from './response-backpressure.ts'
import { requestTexts } from '../texts/requests.ts'

/** Parts of the server that every listener needs. */
export interface BaseOptions {
  runtime: Pick<HttpRuntime, 'baseUrl'>
  log: Logger
  metrics: Metrics
  trustProxy: boolean
  /** Tells whether the process takes no new connections any more. */
  isStopping: () => boolean
}

export interface AppOptions extends BaseOptions {
  runtime: HttpRuntime
  /** Tells that this process answers calls. A process with ROLE=worker answers /healthz and /readyz only. */
  answersCalls: boolean
  /** The contract, at its addresses. */
  documents: Record<string, (ctx: Koa.Context) => Promise<void>>
  /** `POST /mcp`. */
  mcp: (ctx: Koa.Context) => Promise<void>
  /** Links to files, where the service itself keeps them. */
  files: Addresses
  /** Connecting apps: what is below `/oauth`. */
  oauth: Koa.Middleware
  /** The pages for people, which come after all other addresses and pass on what is none of theirs. */
  pages: readonly Koa.Middleware[]
  /** Needs of the process before it can take traffic: name → a check that rejects when it is missing. */
  readiness: Record<string, () => Promise<void>>
  /** Facts that operators should know, and that are no reason to send traffic elsewhere: name → a word. */
  notices: Record<string, () => string>
}

/** Node's error codes for a client that closes the connection in the middle of its answer. Nothing is wrong then. */
const clientGoneCodes = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** The Koa application: compression, the actions, and all other addresses. */
export async function createApp(options: AppOptions): Promise<Koa> {
  const app = createBase(options)
  const compressed = compress({ threshold: 1024, br: { params: { 0: 1, 1: 4 } }, gzip: { level: 5 } })
  app.use((ctx, next) => (acceptsCompression(ctx) ? compressed(ctx, next) : next()))
  // Before an answer is compressed: until then it waits as it is.
  app.use(async (ctx, next) => {
    await next()
    countUnread(ctx)
  })
  if (options.answersCalls) {
    app.use(await createApi(options.runtime))
    // A router compares an address with all of its own, and assistants call often.
    app.use(createRouter({ '/mcp': { POST: options.mcp } }))
    app.use(options.oauth)
  }
  app.use(createRouter(ownAddresses(options)))
  if (options.answersCalls) for (const pages of options.pages) app.use(pages)
  app.use(() => {
    throw nothingHere()
  })
  return app
}

/**
 * The application of the listener for metrics. It is another one, because numbers of the whole service are nothing for
 * the callers of one organization.
 */
export function createMetricsApp(options: BaseOptions): Koa {
  const app = createBase(options)
  const { registry } = options.metrics
  const serve = async (ctx: Koa.Context) => {
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  }
  app.use(createRouter({ '/metrics': { GET: serve } }))
  app.use(() => {
    throw new ApiError('not_found', requestTexts.onlyMetricsHere())
  })
  return app
}

/** Makes the part that every request has: its id and address, common headers, errors, log and metrics. */
function createBase(options: BaseOptions): Koa {
  const app = new Koa()
  app.on('error', (error: Error & { code?: string }) => {
    if (clientGoneCodes.has(error.code ?? '')) return
    options.log.error({ cause: describe(error) }, 'answer failed')
  })
  app.use(identifyRequest(options))
  app.use(observe(options))
  return app
}

/** Everything that is neither an action nor MCP: the documents, files, and the addresses for operators. */
function ownAddresses(options: AppOptions): Addresses {
  const { documents, files, runtime, readiness, notices, answersCalls } = options
  const own: Addresses = {
    '/healthz': { GET: (ctx) => void (ctx.body = { status: 'ok' }) },
    '/readyz': { GET: (ctx) => ready(ctx, readiness, notices) },
  }
  if (answersCalls)
    for (const [path, serve] of Object.entries({ ...documents, ...createDocuments(() => runtime.baseUrl) }))
      own[path] = { GET: serve }
  return { ...own, ...(answersCalls && { ...imageAddresses(runtime), ...files }) }
}

function createRouter(addresses: Addresses): Koa.Middleware {
  const router = new Router({ sensitive: true })
  for (const [path, methods] of Object.entries(addresses))
    router.all(path, async (ctx) => {
      ctx.state['action'] = path
      const serve = methods[ctx.method]
      if (!serve) throw methodNotAllowed(Object.keys(methods))
      await serve(ctx)
    })
  return router.routes() as Koa.Middleware
}

function identifyRequest({ runtime, trustProxy }: BaseOptions): Koa.Middleware {
  return (ctx, next) => {
    noteCall()
    const own = ctx.get('x-request-id')
    const requestId = /^[A-Za-z0-9_-]{1,64}$/.test(own) ? own : randomUUIDv7()
    ctx.state['requestId'] = requestId
    const forwarded = trustProxy ? (ctx.headers['x-forwarded-for'] as string | undefined) : undefined
    ctx.state['address'] =
      forwarded === undefined ? peerAddress(ctx.req.socket) : clientAddress(undefined, forwarded)
    setHeaders(ctx, commonHeaders(requestId, runtime.baseUrl))
    // HEAD is answered as GET is, so that all headers are the same. Node leaves out the body.
    ctx.state['withoutBody'] = ctx.method === 'HEAD'
    if (ctx.method === 'HEAD') ctx.method = 'GET'
    return next()
  }
}

/**
 * Tells whether the client accepts one of our encodings; if not, koa-compress is skipped. It would fail on a client
 * that refuses the plain answer too (`identity;q=0`), and only after the action has run; RFC 9110, 12.5.3 allows us to
 * send the plain answer.
 */
function acceptsCompression(ctx: Koa.Context): boolean {
  return (
    ctx.headers['accept-encoding'] !== undefined &&
    ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate') !== false
  )
}

/** One of the tools that an MCP request called. */
export interface ToolCall {
  /** The action's name. */
  action: string
  code: string
  ms: number
}

interface State {
  requestId: string
  /** The address of the client; see `clientAddress`. */
  address: string
  path?: string
  action?: string
  caller?: Caller
  /** Of signing in or out. */
  visit?: VisitFacts
  /** Of an MCP request: the tools it called, and how each call ended. */
  tools?: ToolCall[]
  /** Of an MCP request: its worst failure. MCP has answered it already, perhaps with status 200. */
  failure?: ApiError
}

/** Answers errors, and writes one log line and one measurement for every request. Neither contains input. */
function observe({ log, metrics, isStopping }: BaseOptions): Koa.Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    let error: ApiError | undefined
    try {
      ctx.state['path'] = requireValidRequest(ctx)
      await next()
    } catch (thrown) {
      error = toApiError(thrown)
      sendError(ctx, error)
    }
    // A proxy would keep the connection for a further call, which might come as it is closed.
    if (isStopping()) ctx.set('Connection', 'close')
    const ms = performance.now() - started
    const { action = 'none', caller, visit, requestId, tools, failure } = ctx.state as State
    error ??= failure
    const code = outcomeOf(error)
    const via = (ctx.state as State).path === '/mcp' ? 'mcp' : 'http'
    for (const call of tools ?? [{ action, code, ms }])
      metrics.observe(call.action, via, call.code, call.ms / 1000)
    const failed = code !== 'gone' && (error?.status ?? ctx.status) >= 500
    if (!failed && !log.isLevelEnabled('info')) return
    const line = {
      requestId,
      action,
      via,
      status: ctx.status,
      code,
      ms: Math.round(ms * 100) / 100,
      ...(tools && { tools: tools.map((call) => `${call.action} ${call.code}`) }),
      ...(caller && { organization: caller.organization.id, credential: caller.credential.id }),
      ...visit,
    }
    if (failed) log.error({ ...line, cause: describe(error?.cause) }, 'request failed')
    else if (code === 'gone') log.info({ ...line, cause: describe(error?.cause) }, 'client gone')
    else log.info(line, 'request')
  }
}

/** For requests that Node refuses before there is a context: their line in the log, and their measurement. */
export function observeRefusals({ runtime, log, metrics }: BaseOptions): Refusals {
  return {
    baseUrl: () => runtime.baseUrl,
    report(requestId, { code, status }) {
      metrics.observe('none', 'http', code, 0)
      log.info({ requestId, action: 'none', via: 'http', status, code }, 'request refused')
    },
  }
}

async function ready(
  ctx: Koa.Context,
  readiness: AppOptions['readiness'],
  notices: AppOptions['notices'],
): Promise<void> {
  const checks = await Promise.all(
    Object.entries(readiness).map(
      async ([name, check]) =>
        [
          name,
          await check().then(
            () => 'ok',
            () => 'failed',
          ),
        ] as const,
    ),
  )
  const well = checks.every(([, state]) => state === 'ok')
  ctx.status = well ? 200 : 503
  const told = Object.entries(notices).map(([name, say]) => [name, say()] as const)
  ctx.body = { status: well ? 'ok' : 'unavailable', ...Object.fromEntries([...checks, ...told]) }
}
