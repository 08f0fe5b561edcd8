import type Koa from 'koa'
import { OpenAPIBackend, type Context as BackendContext, type Operation } from 'openapi-backend'
import { authenticate, overLimit, type Authenticated } from '../auth/authenticate.ts'
import { ApiError } from '../errors.ts'
import { actions } from '../generated/actions.ts'
import type { Action } from '../generated/actions.ts'
import { execute, type Runtime } from '../pipeline/execute.ts'
import { readInput } from './body.ts'
import { readSession, requireSameOrigin, sessionEndpoints } from './browser.ts'
import { documentText } from './documents.ts'
import { readDryRun, readQuery } from './query.ts'
import { sendJson, setRateHeaders } from './respond.ts'

export interface HttpRuntime extends Runtime {
  baseUrl: string
}

/**
 * Routes a request to its operation by the published document, and runs it; addresses that stand in no path of it are
 * for others. openapi-backend matches and asks for the credential; validation is our own, from the same document.
 */
export async function createApi(runtime: HttpRuntime): Promise<Koa.Middleware> {
  const definition = JSON.parse(documentText) as never
  const api = new OpenAPIBackend({ definition, strict: true, quick: true, validate: false })
  await api.init()
  useMap(api)
  api.registerSecurityHandler(
    anyCredential,
    (_c, ctx: Koa.Context) => (ctx.state['authenticating'] = identify(runtime, ctx)),
  )
  api.register('unauthorizedHandler', (c: BackendContext) => {
    for (const result of Object.values(c.security ?? {}) as { error?: unknown }[])
      if (result?.error) throw result.error
    throw new ApiError('unauthenticated', 'Send an API key as: Authorization: Bearer hrk_…')
  })
  api.register('methodNotAllowed', (_c: BackendContext, ctx: Koa.Context) => {
    throw methodNotAllowed([...(methods.get(ctx.path) ?? [])])
  })
  for (const action of Object.values(actions)) {
    const run = (_c: BackendContext, ctx: Koa.Context) => runAction(runtime, action, ctx)
    api.register(action.id, run)
    if (action.effect === 'read') api.register(`get_${action.id}`, run)
  }
  for (const [id, endpoint] of Object.entries(sessionEndpoints))
    api.register(id, (_c: BackendContext, ctx: Koa.Context) => endpoint(runtime, ctx))
  const methods = methodsByPath(api.router.getOperations())
  return (ctx, next) => {
    const { method, path } = ctx
    if (!methods.has(path)) return next()
    return api.handleRequest({ method, path, headers: {} }, ctx) as Promise<void>
  }
}

/**
 * The one scheme that openapi-backend is told of, whatever an operation declares: it asks for the credential once, and
 * any kind will do. Which kinds an action takes is its access rule's to say.
 */
const anyCredential = 'session'

export function methodNotAllowed(allowed: string[]): ApiError {
  const methods = allowed.map((method) => method.toUpperCase()).join(', ')
  return new ApiError('not_found', `This address takes ${methods}.`, {
    status: 405,
    headers: { Allow: methods },
  })
}

async function identify(runtime: HttpRuntime, ctx: Koa.Context): Promise<Authenticated> {
  const authorization = ctx.get('authorization') || undefined
  const session = authorization === undefined ? readSession(ctx, runtime.baseUrl) : undefined
  if (session !== undefined) requireSameOrigin(ctx, runtime.baseUrl)
  const found = await authenticate(runtime.pool, { authorization, session, address: ctx.ip, via: 'api' })
  setRateHeaders(ctx, found.rate)
  ctx.state['caller'] = found.caller
  if (found.rate.granted < 1) throw overLimit(found.rate)
  return found
}

async function runAction(runtime: HttpRuntime, action: Action, ctx: Koa.Context): Promise<void> {
  ctx.state['action'] = action.name
  const { caller } = (await ctx.state['authenticating']) as Authenticated
  const search = new URLSearchParams(ctx.querystring)
  const byGet = ctx.method === 'GET'
  const outcome = await execute(runtime, {
    action,
    caller,
    input: byGet ? readQuery(action, search) : await readInput(ctx),
    dryRun: !byGet && readDryRun(action, search),
    idempotencyKey: ctx.headers['idempotency-key'] as string | undefined,
    requestId: ctx.state['requestId'] as string,
    gone: () => whenGone(ctx),
  })
  if (outcome.dryRun) ctx.set('Dry-Run', 'true')
  if (outcome.replayed) ctx.set('Idempotent-Replayed', 'true')
  sendJson(ctx, outcome.json)
}

/** Aborts when the client has gone before it had its answer: its query is cancelled. */
export function whenGone(ctx: Koa.Context): AbortSignal {
  const controller = new AbortController()
  if (ctx.res.closed) controller.abort()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}

/**
 * Every path is static, so a Map finds its operation. openapi-backend would build its list of operations anew for each
 * request, and twice parse a query, cookies and path parameters that nobody here takes from it.
 */
function useMap(api: OpenAPIBackend): void {
  const operations = api.router
    .getOperations()
    .map((operation) =>
      operation.security?.length ? { ...operation, security: [{ [anyCredential]: [] }] } : operation,
    )
  const byRoute = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  api.router.getOperations = () => operations
  api.router.matchOperation = ((request: { method: string; path: string }) => {
    const operation = byRoute.get(`${request.method.toLowerCase()} ${request.path}`)
    if (operation) return operation
    throw new Error('405-methodNotAllowed')
  }) as typeof api.router.matchOperation
  api.router.parseRequest = ((request: object) => request) as typeof api.router.parseRequest
}

function methodsByPath(operations: Operation[]): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of operations) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  return methods
}
