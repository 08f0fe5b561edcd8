import type Koa from 'koa'
import { authenticate, overLimit, type Presented } from '../auth/authenticate.ts'
import type { Caller } from '../domain/caller.ts'
import { forbidden, outcomeOf, toApiError, type ApiError } from '../errors.ts'
import { whenGone } from '../http/api.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import type { ToolCall } from '../http/app.ts'
import { readJson } from '../http/body.ts'
import { languageOf } from '../http/language.ts'
import { addressOf, sendJson, setLanguage, setRateHeaders } from '../http/respond.ts'
import { requireRoom } from '../http/response-backpressure.ts'
import { requireOpen } from '../pipeline/permit.ts'
import {
  failureText,
  largestBody,
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
  type RpcFailure,
} from './jsonrpc.ts'
import { createProtocol, isOfProtocol, type Reply } from './protocol.ts'
import { readSelection } from './selection.ts'
import { answerStateless, checkStateless, isStateless } from './stateless.ts'
import { callTool, listTools, refuseCall, toolsets, type ToolRequest } from './tools.ts'
import { assistantTexts } from '../texts/assistants.ts'

interface Body {
  messages: Message[]
  batch: boolean
}

/** A request to /mcp. It holds one JSON-RPC message or several. */
interface McpRequest extends ToolRequest {
  /**
   * Starts the next tool call; answers an error when its credential has ended, or the rate limit does not allow it. Calls
   * run one after the other.
   */
  takeCall: () => Promise<ApiError | undefined>
  /** Reports a failure to the log, which keeps the worst of the request. */
  fail: (error: ApiError) => void
}

/**
 * `POST /mcp`: every action as a tool. It speaks the protocol revisions with a handshake (2025-11-25 and before, with
 * their batches) and the one without (2026-07-28). There are no sessions and no streams: each request is answered by
 * one JSON document.
 */
export function createMcp(runtime: HttpRuntime): (ctx: Koa.Context) => Promise<void> {
  const handle: Handle = (method, params, request) => handleMethod(runtime, method, params, request)
  const protocol = createProtocol()
  const reply = (message: Request, request: McpRequest) =>
    isOfProtocol(message.method)
      ? protocol(message)
      : handle(message.method, message.params, request).then(
          (result): Reply => ({ result: result.write() }),
          (thrown: unknown): Reply => ({ error: explain(thrown, request) }),
        )
  return async (ctx) => {
    ctx.state['action'] = 'mcp'
    let id: Id | null = null
    try {
      requireOwnOrigin(ctx, runtime.baseUrl)
      const admission = await admit(runtime, ctx)
      const body = await readBody(ctx, admission)
      if (!body.batch) id = body.messages[0]?.id ?? null
      requireOpen(admission.caller)
      const request = openRequest(runtime, ctx, admission)
      const text = await answer(ctx, body, request, handle, reply)
      if (text === undefined) accept(ctx)
      else sendJson(ctx, text)
    } catch (thrown) {
      refuse(ctx, id, toApiError(thrown), runtime.baseUrl)
    }
  }
}

/** The caller of a request, before its body is read, and what proves it. */
interface Admission {
  presented: Presented
  caller: Caller
  lookedUpAt: number
}

/**
 * Looks up the credential before the body is read: strangers must not make us read 2 MiB. One call is counted for it.
 *
 * @throws ApiError unauthenticated, rate_limited
 */
async function admit(runtime: HttpRuntime, ctx: Koa.Context): Promise<Admission> {
  const authorization = ctx.get('authorization') || undefined
  const presented: Presented = { authorization, session: undefined, address: addressOf(ctx), via: 'mcp' }
  const { caller, rate } = await authenticate(runtime, presented)
  setRateHeaders(ctx, rate)
  ctx.state['caller'] = caller
  if (rate.granted < 1) throw overLimit(rate)
  requireRoom(caller)
  return { presented, caller, lookedUpAt: performance.now() }
}

/** The body. A paused organization is told that it is paused, even if the body cannot be read. */
async function readBody(ctx: Koa.Context, { caller }: Admission): Promise<Body> {
  try {
    return readMessages(await readJson(ctx, largestBody))
  } catch (error) {
    requireOpen(caller)
    throw error
  }
}

/**
 * The request, which looks up its credential again for each tool call after the first: what was taken away since then,
 * the calls that are left no longer have. Once the credential is refused, the calls after that are, too.
 */
function openRequest(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  { presented, caller, lookedUpAt }: Admission,
): McpRequest {
  let calls = 0
  let refusal: ApiError | undefined
  let startedAt = 0
  const lookUp = async () => {
    const again = await authenticate(runtime, presented)
    setRateHeaders(ctx, again.rate)
    request.caller = again.caller
    request.lookedUpAt = performance.now()
    if (again.rate.granted < 1) throw overLimit(again.rate)
  }
  const request: McpRequest = {
    caller,
    lookedUpAt,
    language: languageOf(ctx),
    speak: () => setLanguage(ctx, request.language),
    requestId: ctx.state['requestId'] as string,
    gone: () => whenGone(ctx),
    selection: readSelection(ctx.querystring, toolsets),
    report: (action, failure) => noteTool(ctx, action, performance.now() - startedAt, failure),
    fail: (failure) => noteFailure(ctx, failure),
    takeCall: async () => {
      startedAt = performance.now()
      if (calls++ > 0 && !refusal)
        await lookUp().catch((thrown: unknown) => void (refusal = toApiError(thrown)))
      return refusal
    },
  }
  return request
}

type Handle = (method: string, params: Params, request: McpRequest) => Promise<Result>

/** The answer's text; undefined when there is nothing to answer. */
async function answer(
  ctx: Koa.Context,
  { messages, batch }: Body,
  request: McpRequest,
  handle: Handle,
  reply: (message: Request, request: McpRequest) => Promise<Reply>,
): Promise<string | undefined> {
  const [first] = messages
  if (isStateless(first, ctx.headers)) {
    if (batch || !first) throw new RpcError(rpcCodes.invalidRequest, 'Send one request or notification.')
    checkStateless(first, ctx.headers)
    if (!isRequest(first)) return undefined
    const result = await answerStateless(first, (method, params) => handle(method, params, request))
    return successText(first.id, result)
  }
  const texts: string[] = []
  // One after the other, in the order of the client: a batch needs no more database connections than a single call.
  for (const message of messages.filter(isRequest)) {
    if (ctx.res.closed) return undefined
    const { id } = message
    const told = await reply(message, request)
    texts.push('error' in told ? failureText(id, told.error) : successText(id, told.result))
  }
  if (texts.length === 0) return undefined
  return batch ? `[${texts.join()}]` : texts[0]
}

/** The error of one message, for the client and for the log. */
function explain(thrown: unknown, request: McpRequest): RpcFailure {
  const error = toApiError(thrown)
  request.fail(error)
  if (!(error instanceof RpcError)) request.speak()
  return toFailure(error, request.requestId, request.language)
}

function isRequest(message: Message): message is Request {
  return message.id !== undefined
}

async function handleMethod(
  runtime: HttpRuntime,
  method: string,
  params: Params,
  request: McpRequest,
): Promise<Result> {
  if (method === 'tools/list') return listTools(request)
  if (method !== 'tools/call')
    throw new RpcError(rpcCodes.methodNotFound, 'Method not found.', { status: 404 })
  const refusal = await request.takeCall()
  return refusal ? refuseCall(params, refusal, request) : callTool(runtime, params, request)
}

/**
 * Refuses calls from web pages of other sites. A browser on this machine or network could otherwise be led to call us
 * (DNS rebinding). Our own address is allowed, and localhost at our own port. Clients that are not browsers send no
 * Origin.
 *
 * @throws ApiError forbidden
 */
function requireOwnOrigin(ctx: Koa.Context, baseUrl: string): void {
  const origin = ctx.get('origin')
  if (origin === '' || origin === baseUrl) return
  const { localPort } = ctx.req.socket
  if (['localhost', '127.0.0.1', '[::1]'].some((host) => origin === `http://${host}:${localPort}`)) return
  throw forbidden(assistantTexts.foreignOrigin({ address: baseUrl }))
}

/** Notes for log and metrics which tool ran, how it ended and how long it took. */
function noteTool(ctx: Koa.Context, action: string, ms: number, error: ApiError | undefined): void {
  ;((ctx.state['tools'] ??= []) as ToolCall[]).push({ action, code: outcomeOf(error), ms })
  if (error) noteFailure(ctx, error)
}

/** Notes a failure for the log, because the HTTP answer may be 200. */
function noteFailure(ctx: Koa.Context, error: ApiError): void {
  const worst = ctx.state['failure'] as ApiError | undefined
  if (error.status > (worst?.status ?? 0)) ctx.state['failure'] = error
}

function accept(ctx: Koa.Context): void {
  ctx.body = null
  ctx.status = 202
}

/** Answers a request that failed as a whole, twice: by the HTTP status and by a JSON-RPC error. */
function refuse(ctx: Koa.Context, id: Id | null, error: ApiError, baseUrl: string): void {
  noteFailure(ctx, error)
  ctx.status = error.status
  const { retryAfterSeconds, headers = {} } = error.options
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  if (error.status === 401) ctx.set('WWW-Authenticate', challenge(ctx.get('authorization') !== '', baseUrl))
  const language = languageOf(ctx)
  setLanguage(ctx, language)
  sendJson(ctx, failureText(id, toFailure(error, ctx.state['requestId'] as string, language)))
}

/** Tells an assistant where it gets a token (RFC 9728, 5.1), and for what. */
function challenge(wasRefused: boolean, baseUrl: string): string {
  const parts = [
    ...(wasRefused ? ['error="invalid_token"'] : []),
    'scope="me manage"',
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
  ]
  return `Bearer ${parts.join(', ')}`
}
