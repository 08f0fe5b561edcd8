import type { ServerResponse } from 'node:http'
import type Koa from 'koa'
import type { Context as BackendContext, Operation } from 'openapi-backend'
import { authenticate, overLimit } from '../auth/authenticate.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import type { HttpRuntime } from './runtime.ts'
import { actions } from '../generated/actions.ts'
import type { Action } from '../generated/actions.ts'
import { execute } from '../pipeline/execute.ts'
import { permit } from '../pipeline/permit.ts'
import { readInput } from './body.ts'
import { readSession, requireSameOrigin, sessionEndpoints } from './browser.ts'
import { linkEndpoints } from './links.ts'
import { providerEndpoints } from './provider-sign-in.ts'
import { languageOf } from './language.ts'
import { createBackend } from './openapi-backend.ts'
import { documentText } from './published.ts'
import { failedQuery, readDryRun, readQuery, readSearch } from './query.ts'
import { addressOf, sendAnswer, setLanguage, setRateHeaders } from './respond.ts'
import { requireRoom } from './response-backpressure.ts'
import { requestTexts } from '../texts/requests.ts'

/**
 * Middleware that finds the operation of a request in the published document, and runs it. Requests to other paths are
 * passed on.
 */
export async function createApi(runtime: HttpRuntime): Promise<Koa.Middleware> {
  const api = await createBackend(routes)
  api.register('methodNotAllowed', (_c: BackendContext, ctx: Koa.Context) => {
    throw methodNotAllowed([...(methods.get(ctx.path) ?? [])])
  })
  for (const action of Object.values(actions)) {
    const run = (_c: BackendContext, ctx: Koa.Context) => runAction(runtime, action, ctx)
    api.register(action.id, run)
    if (action.effect === 'read') api.register(`get_${action.id}`, run)
  }
  for (const [id, endpoint] of Object.entries({
    ...sessionEndpoints,
    ...linkEndpoints,
    ...providerEndpoints,
  }))
    api.register(id, (_c: BackendContext, ctx: Koa.Context) => endpoint(runtime, ctx))
  const methods = methodsByPath(api.router.getOperations())
  return (ctx, next) => {
    const { method, path } = ctx
    if (!methods.has(path)) return next()
    return api.handleRequest({ method, path, headers: {} }, ctx) as Promise<void>
  }
}

interface Document {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
}

/**
 * Which operation answers which method of which path. That is all that routing needs of the document: openapi-backend would copy its
 * schemas, each as often as it is referred to, at every start. What other standards define, OAuth and MCP, others answer.
 */
const routes = routesOf(JSON.parse(documentText) as Document)

function routesOf({ openapi, info, paths }: Document): Document {
  const own = Object.entries(paths).filter(([path]) => /^\/(v1|auth)\//.test(path))
  return { openapi, info, paths: Object.fromEntries(own.map(([path, of]) => [path, namesIn(of)])) }
}

/** The operations of a path, which have nothing left but their names. */
function namesIn(operations: Record<string, Operation>): Record<string, Operation> {
  const named = Object.entries(operations).map(([method, { operationId }]) => [
    method,
    { operationId, responses: {} } as Operation,
  ])
  return Object.fromEntries(named) as Record<string, Operation>
}

/** 405, which names the methods that this address takes. */
export function methodNotAllowed(allowed: string[]): ApiError {
  const names = allowed.map((method) => method.toUpperCase())
  const methods = names.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ')
  return new ApiError('not_found', requestTexts.methods({ methods }), {
    status: 405,
    headers: { Allow: methods },
  })
}

/** 404 for an address that is none of the service's. */
export function nothingHere(): ApiError {
  return new ApiError('not_found', requestTexts.nothingHere())
}

/** The caller of an action, whose call is counted. */
async function identify(runtime: HttpRuntime, ctx: Koa.Context, { recorded }: Action): Promise<Caller> {
  const authorization = ctx.get('authorization') || undefined
  const session = authorization === undefined ? readSession(ctx, runtime.baseUrl) : undefined
  if (session !== undefined) requireSameOrigin(ctx, runtime.baseUrl, recorded)
  const { caller, rate } = await authenticate(runtime, {
    authorization,
    session,
    address: addressOf(ctx),
    via: 'api',
  })
  setRateHeaders(ctx, rate)
  ctx.state['caller'] = caller
  if (rate.granted < 1) throw overLimit(rate)
  requireRoom(caller)
  return caller
}

async function runAction(runtime: HttpRuntime, action: Action, ctx: Koa.Context): Promise<void> {
  const caller = await identify(runtime, ctx, action)
  const lookedUpAt = performance.now()
  ctx.state['action'] = action.name
  const search = readSearch(ctx.querystring)
  const byGet = ctx.method === 'GET'
  // Whoever may not make the call must not make us read what they send with it.
  if (!byGet) permit(action, caller)
  const call = execute(runtime, {
    action,
    caller,
    lookedUpAt,
    input: byGet ? readQuery(action, search) : await readInput(ctx, action.id),
    dryRun: !byGet && readDryRun(action, search),
    idempotencyKey: ctx.headers['idempotency-key'] as string | undefined,
    language: languageOf(ctx),
    requestId: ctx.state['requestId'] as string,
    // While the call waited, answers of earlier ones may have piled up.
    whenItsTurn: () => requireRoom(caller),
    gone: () => whenGone(ctx),
  })
  const outcome = await (byGet ? call.catch((error: unknown) => failedQuery(action, search, error)) : call)
  if (outcome.dryRun) ctx.set('Dry-Run', 'true')
  if (outcome.language) setLanguage(ctx, outcome.language)
  if (outcome.replayed) ctx.set('Idempotent-Replayed', 'true')
  sendAnswer(ctx, outcome.json)
}

/** One for each answer: a call that waits asks for it at each look, and would add a listener each time. */
const gone = new WeakMap<ServerResponse, AbortSignal>()

/** Aborts when the client leaves before it has its answer. Its query is then cancelled. */
export function whenGone({ res }: Koa.Context): AbortSignal {
  const known = gone.get(res)
  if (known) return known
  const controller = new AbortController()
  if (res.closed) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  gone.set(res, controller.signal)
  return controller.signal
}

function methodsByPath(operations: Operation[]): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of operations) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  return methods
}
