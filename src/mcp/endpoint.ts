import type Koa from 'koa'
import { authenticate, overLimit, readSecret, type Presented } from '../auth/authenticate.ts'
import { forbidden, outcomeOf, toApiError, type ApiError } from '../errors.ts'
import { whenGone, type HttpRuntime } from '../http/api.ts'
import type { ToolCall } from '../http/app.ts'
import { readJson } from '../http/body.ts'
import { sendJson, setRateHeaders } from '../http/respond.ts'
import {
  failureText,
  readMessages,
  RpcError,
  rpcCodes,
  successText,
  toFailure,
  type Id,
  type Message,
  type Params,
  type Request,
  type Result,
} from './jsonrpc.ts'
import { createProtocol, type Reply } from './protocol.ts'
import { readSelection } from './selection.ts'
import { answerStateless, checkStateless, isStateless } from './stateless.ts'
import { callTool, listTools, refuseCall, toolsets, type Visit } from './tools.ts'

interface Body {
  messages: Message[]
  batch: boolean
  /** Why it cannot be used; there are no messages then. */
  error?: ApiError
}

interface McpVisit extends Visit {
  /** The next tool call's place in the minute, or why it has none. Calls come one after the other. */
  takeCall: () => ApiError | undefined
  /** Tells the log of a failure; the worst of a request stays. */
  fail: (error: ApiError) => void
}

/**
 * `POST /mcp`: every action as a tool, for protocol revisions with a handshake (2025-11-25 and before, and their
 * batches) and without (2026-07-28). No session, no stream: each request is answered by one JSON document.
 */
export function createMcp(runtime: HttpRuntime): (ctx: Koa.Context) => Promise<void> {
  const handle: Handle = (method, params, visit) => handleMethod(runtime, method, params, visit)
  const explain = (thrown: unknown, visit: McpVisit) => {
    const error = toApiError(thrown)
    visit.fail(error)
    return toFailure(error, visit.requestId)
  }
  const protocol = createProtocol<McpVisit>({ handle, explain })
  return async (ctx) => {
    ctx.state['action'] = 'mcp'
    let id: Id | null = null
    try {
      requireOwnOrigin(ctx, runtime.baseUrl)
      const presented = present(ctx)
      const body = await readBody(ctx)
      if (!body.batch) id = body.messages[0]?.id ?? null
      const visit = await admit(runtime, ctx, presented, body)
      const text = await answer(ctx, body, visit, handle, protocol)
      if (text === undefined) accept(ctx)
      else sendJson(ctx, text)
    } catch (thrown) {
      refuse(ctx, id, toApiError(thrown))
    }
  }
}

/**
 * The credential, right in its shape at least: nobody without something like a key may have 2 MiB read, and the key
 * itself is looked up only when the body has told how many calls to count.
 */
function present(ctx: Koa.Context): Presented {
  const authorization = ctx.get('authorization') || undefined
  const presented: Presented = { authorization, session: undefined, address: ctx.ip, via: 'mcp' }
  readSecret(presented)
  return presented
}

/** A body that cannot be used is refused after the credential: who may not call learns nothing else. */
async function readBody(ctx: Koa.Context): Promise<Body> {
  try {
    return readMessages(await readJson(ctx))
  } catch (error) {
    return { messages: [], batch: false, error: toApiError(error) }
  }
}

async function admit(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  presented: Presented,
  { messages, error }: Body,
): Promise<McpVisit> {
  const calls = messages.filter(isToolCall).length
  const { caller, rate } = await authenticate(runtime.pool, presented, Math.max(1, calls))
  setRateHeaders(ctx, rate)
  ctx.state['caller'] = caller
  if (rate.granted < 1) throw overLimit(rate)
  if (error) throw error
  let left = rate.granted
  let startedAt = 0
  return {
    caller,
    requestId: ctx.state['requestId'] as string,
    signal: whenGone(ctx),
    selection: readSelection(ctx.querystring, toolsets),
    report: (action, failure) => noteTool(ctx, action, performance.now() - startedAt, failure),
    fail: (failure) => noteFailure(ctx, failure),
    takeCall: () => {
      startedAt = performance.now()
      return left-- > 0 ? undefined : overLimit(rate)
    },
  }
}

function isToolCall({ method, id }: Message): boolean {
  return method === 'tools/call' && id !== undefined
}

type Handle = (method: string, params: Params, visit: McpVisit) => Promise<Result>

/** The answer's text; undefined when there is nothing to answer. */
async function answer(
  ctx: Koa.Context,
  { messages, batch }: Body,
  visit: McpVisit,
  handle: Handle,
  protocol: (request: Request, visit: McpVisit) => Promise<Reply>,
): Promise<string | undefined> {
  const [first] = messages
  if (isStateless(first, ctx.headers)) {
    if (batch || !first) throw new RpcError(rpcCodes.invalidRequest, 'Send one request or notification.')
    checkStateless(first, ctx.headers)
    if (!isRequest(first)) return undefined
    const result = await answerStateless(first, (method, params) => handle(method, params, visit))
    return successText(first.id, result)
  }
  const texts: string[] = []
  // One after the other: the order is the client's, and a batch takes no more of the database than a single call.
  for (const request of messages.filter(isRequest)) {
    if (visit.signal.aborted) return undefined
    const { id } = request
    const reply = await protocol(request, visit)
    texts.push('error' in reply ? failureText(id, reply.error) : successText(id, reply.result))
  }
  if (texts.length === 0) return undefined
  return batch ? `[${texts.join()}]` : texts[0]
}

function isRequest(message: Message): message is Request {
  return message.id !== undefined
}

async function handleMethod(
  runtime: HttpRuntime,
  method: string,
  params: Params,
  visit: McpVisit,
): Promise<Result> {
  if (method === 'tools/list') return listTools(visit)
  if (method !== 'tools/call')
    throw new RpcError(rpcCodes.methodNotFound, 'Method not found.', { status: 404 })
  const refusal = visit.takeCall()
  return refusal ? refuseCall(params, refusal, visit) : callTool(runtime, params, visit)
}

/**
 * A web page that a browser shows to somebody on this machine or network may not talk to us (DNS rebinding): only our
 * own address may, and the local one at our own port. Clients that are not browsers send no Origin.
 */
function requireOwnOrigin(ctx: Koa.Context, baseUrl: string): void {
  const origin = ctx.get('origin')
  if (origin === '' || origin === baseUrl) return
  const { localPort } = ctx.req.socket
  if (['localhost', '127.0.0.1', '[::1]'].some((host) => origin === `http://${host}:${localPort}`)) return
  throw forbidden(`Pages of other sites may not call this address: the Origin must be ${baseUrl}, or absent.`)
}

/** For log and metrics: which tools ran, how it ended and how long it took. */
function noteTool(ctx: Koa.Context, action: string, ms: number, error: ApiError | undefined): void {
  ;((ctx.state['tools'] ??= []) as ToolCall[]).push({ action, code: outcomeOf(error), ms })
  if (error) noteFailure(ctx, error)
}

/** For the log: what failed, although the HTTP answer may be 200. */
function noteFailure(ctx: Koa.Context, error: ApiError): void {
  const worst = ctx.state['failure'] as ApiError | undefined
  if (error.status > (worst?.status ?? 0)) ctx.state['failure'] = error
}

function accept(ctx: Koa.Context): void {
  ctx.body = null
  ctx.status = 202
}

/** A request that fails as a whole: HTTP says so to the client's transport, JSON-RPC to the client. */
function refuse(ctx: Koa.Context, id: Id | null, error: ApiError): void {
  noteFailure(ctx, error)
  ctx.status = error.status
  const { retryAfterSeconds } = error.options
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  if (error.status === 401)
    ctx.set('WWW-Authenticate', ctx.get('authorization') ? 'Bearer error="invalid_token"' : 'Bearer')
  sendJson(ctx, failureText(id, toFailure(error, ctx.state['requestId'] as string)))
}
