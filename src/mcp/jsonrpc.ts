import { ApiError, errorBody } from '../errors.ts'
import { largestInputSize, type Size } from '../validation/size.ts'
import type { Language } from '../texts/language.ts'
import { untranslated } from '../texts/phrase.ts'

/** JSON-RPC's codes, MCP's own, and `refused` for what the HTTP status says as well: credential, rate limit, origin. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

export type Id = string | number
export type Params = Record<string, unknown>

/** A request; without `id` it is a notification, which gets no answer. */
export interface Message {
  id: Id | undefined
  method: string
  params: Params
}

export interface Request extends Message {
  id: Id
}

export interface RpcFailure {
  code: number
  message: string
  data?: unknown
}

/**
 * A message breaks the protocol, which is in English. (A tool that refuses its input is no such error, but a result.)
 */
export class RpcError extends ApiError {
  readonly rpcCode: number
  readonly data: unknown

  /** @param status HTTP status, used when the message is the whole request */
  constructor(
    rpcCode: number,
    message: string,
    { status = 400, data }: { status?: number; data?: unknown } = {},
  ) {
    super(rpcCode === rpcCodes.methodNotFound ? 'not_found' : 'validation_failed', untranslated(message), {
      status,
    })
    this.rpcCode = rpcCode
    this.data = data
  }
}

/** An error in the form of JSON-RPC. Errors of Rollcall carry the error object of the REST API as `data`. */
export function toFailure(error: ApiError, requestId: string, language: Language): RpcFailure {
  if (error instanceof RpcError)
    return {
      code: error.rpcCode,
      message: error.message,
      ...(error.data !== undefined && { data: error.data }),
    }
  const { error: data } = errorBody(error, requestId, language)
  return { code: codeOf(error), message: String(data['message']), data }
}

function codeOf({ code, options }: ApiError): number {
  if (code === 'internal') return rpcCodes.internal
  if (options.details?.[0]?.code === 'not_json') return rpcCodes.parse
  return code === 'validation_failed' || code === 'payload_too_large'
    ? rpcCodes.invalidRequest
    : rpcCodes.refused
}

/** The JSON text of an error answer. `id` is null when the request could not be read. */
export function failureText(id: Id | null, failure: RpcFailure): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: failure })
}

/**
 * The JSON text of a successful answer.
 *
 * @param result JSON text
 */
export function successText(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

/** A result whose large part is JSON text already, so that it need not be parsed and written again. */
export class Result {
  readonly fields: Params
  readonly part: { name: string; json: string }

  constructor(fields: Params, part: { name: string; json: string }) {
    this.fields = fields
    this.part = part
  }

  /**
   * The result as JSON text.
   *
   * @param extra fields that a protocol revision adds to every result
   */
  write(extra: Params = {}): string {
    const meta = {
      ...(this.fields['_meta'] as Params | undefined),
      ...(extra['_meta'] as Params | undefined),
    }
    const fields = { ...this.fields, ...extra, ...(Object.keys(meta).length > 0 && { _meta: meta }) }
    const head = JSON.stringify(fields).slice(0, -1)
    return `${head}${head === '{' ? '' : ','}"${this.part.name}":${this.part.json}}`
  }
}

/** The largest number of messages in a batch. */
export const batchLimit = 20

/** The size of a message besides the input of a tool: `_meta`, or what a client says about itself. */
const envelope: Size = { depth: 12, values: 400 }

/** JSON with more values takes too long to parse: nobody else is answered meanwhile. */
const maxValues = 20_000

/** The largest size of a body: a full batch in which each message calls the tool with the largest input. */
export const largestBody: Size = {
  depth: envelope.depth + largestInputSize().depth,
  values: Math.min(maxValues, batchLimit * (envelope.values + largestInputSize().values)),
}

/**
 * The messages of a body: one, or several in a batch (revisions up to 2025-03-26 have those). Responses are left out:
 * this server asks clients nothing.
 *
 * @throws RpcError when any message is malformed; nothing of a batch runs then
 */
export function readMessages(body: unknown): { messages: Message[]; batch: boolean } {
  if (!Array.isArray(body)) return { messages: [body].filter(isCall).map(readMessage), batch: false }
  if (body.length === 0 || body.length > batchLimit)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `A batch holds 1 to ${batchLimit} messages; this one holds ${body.length}.`,
    )
  const messages = body.filter(isCall).map(readMessage)
  if (messages.some(({ method }) => method === 'initialize'))
    throw new RpcError(rpcCodes.invalidRequest, 'Send initialize on its own, not in a batch.')
  // Two answers with the same id could not be told apart, and one of them may be of a write.
  const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [JSON.stringify(id)]))
  if (new Set(ids).size < ids.length)
    throw new RpcError(rpcCodes.invalidRequest, 'Each request of a batch needs an id of its own.')
  return { messages, batch: true }
}

function isCall(value: unknown): boolean {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return true
  return 'method' in value || !('result' in value || 'error' in value)
}

function readMessage(value: unknown): Message {
  if (!isObject(value) || value['jsonrpc'] !== '2.0')
    throw new RpcError(
      rpcCodes.invalidRequest,
      'Send JSON-RPC messages: {"jsonrpc": "2.0", "id": …, "method": …, "params": {…}}.',
    )
  const { id, method, params = {} } = value
  if (!isShortText(method)) throw new RpcError(rpcCodes.invalidRequest, 'A message needs a method.')
  if ('id' in value && !isShortText(id) && !Number.isSafeInteger(id))
    throw new RpcError(rpcCodes.invalidRequest, 'The id of a request is text or a whole number.')
  if (!isObject(params)) throw new RpcError(rpcCodes.invalidRequest, 'The params of a message are an object.')
  return { id: id as Id | undefined, method, params }
}

/** Tells whether this is a text within the limit of the contract, `JsonRpcMessage`. It counts code points. */
function isShortText(value: unknown): value is string {
  return typeof value === 'string' && [...value.slice(0, 2002)].length <= 1000
}

/** Tells whether this is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
