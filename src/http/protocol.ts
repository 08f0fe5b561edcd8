import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type Koa from 'koa'
import { ApiError, errorBody } from '../errors.ts'
import { mayTakeLong } from './arriving-file.ts'
import { commonHeaders } from './headers.ts'
import { languageFor } from '../texts/language.ts'
import { requestTexts } from '../texts/requests.ts'

export interface Refusals {
  /** The public address, which decides about the headers. */
  baseUrl: () => string
  /** Told of every refusal that the application does not see, for the log. */
  report: (requestId: string, error: ApiError) => void
}

/**
 * Milliseconds that a refused client may go on sending. If we closed at once, its system could drop the answer unread.
 */
const lingerMs = 1000
/**
 * Milliseconds that a connection lives after its mistake. Answers to earlier requests may still be under way on it, and
 * a client that takes none of them could keep it for ever by sending a byte now and then.
 */
const lastAnswersMs = 10_000

/**
 * Answers what Node refuses before the application sees it (headers that are too large or too slow, what is no HTTP) in
 * the form of every other error. Node by itself would answer with an empty body.
 */
export function answerRefusals(server: Server, { baseUrl, report }: Refusals): void {
  const latest = new WeakMap<Socket, ServerResponse>()
  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, error: ApiError) => {
    const requestId = randomUUIDv7()
    report(requestId, error)
    socket.end(writeAnswer(error, requestId, commonHeaders(requestId, baseUrl())))
    socket.once('end', () => socket.destroySoon())
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
  server.on('request', (request, response) => latest.set(request.socket, response))
  // The application refuses it, like everything else that it can read.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) =>
    refuse(socket as Socket, new ApiError('not_found', requestTexts.noProxy(), { status: 405 })),
  )
  server.on('clientError', (cause: Error & { code?: string }, stream) => {
    const socket = stream as Socket
    // Node says it once for each request.
    if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(latest.get(socket)?.req)) return
    // What a refused client sends after its mistake cannot be read either.
    if (refused.has(socket)) return
    refused.add(socket)
    setTimeout(() => socket.destroy(), lastAnswersMs).unref()
    if (cause.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const error = toRefusal(cause)
    const response = latest.get(socket)
    if (response?.req.complete === false) refuseBody(response, error)
    else if (response && !response.closed) response.once('close', () => refuse(socket, error))
    else refuse(socket, error)
  })
}

/** Refuses a request whose headers have reached the application, because its body is broken or too slow. */
function refuseBody(response: ServerResponse, error: ApiError): void {
  const { socket } = response.req
  if (response.closed) return void socket.destroy()
  // Otherwise whoever reads the body would wait for the rest of it for ever.
  response.once('close', () => response.req.destroy())
  if (response.headersSent) return
  const requestId = String(response.getHeader('X-Request-Id'))
  const language = languageFor(response.req.headers['accept-language'])
  const body = JSON.stringify(errorBody(error, requestId, language))
  response.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Language': language,
    Vary: 'Accept-Language',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  response.end(body)
}

function toRefusal(cause: Error & { code?: string; reason?: string }): ApiError {
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('validation_failed', requestTexts.headersTooLarge(), { status: 431 })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('validation_failed', requestTexts.chunksTooLarge(), {
        status: 413,
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('validation_failed', requestTexts.tooSlow(), { status: 408 })
    case 'HPE_INVALID_URL':
      return new ApiError('validation_failed', requestTexts.badAddress())
    default:
      // The reason is one of the parser's own sentences; it repeats nothing of the request.
      return new ApiError(
        'validation_failed',
        requestTexts.notHttp({ reason: cause.reason ?? requestTexts.unreadable() }),
      )
  }
}

function writeAnswer(error: ApiError, requestId: string, common: Record<string, string>): string {
  // Its headers could not be read, and the language is one of them.
  const body = JSON.stringify(errorBody(error, requestId, 'en'))
  const headers = [
    ...Object.entries(common),
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Language', 'en'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ]
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    ...headers.map((pair) => pair.join(': ')),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Refuses a request that HTTP does not allow, though it can be read. (Node would do so with an empty body, or not at
 * all.)
 *
 * @returns its path
 * @throws ApiError 400 for an address that cannot be read, and for no Host or several (RFC 9112, 3.2: two systems on
 *   the way could otherwise take different ones); 417 for an `Expect` other than 100-continue
 */
export function requireValidRequest(ctx: Koa.Context): string {
  const { rawHeaders, headers, httpVersion } = ctx.req
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ApiError('validation_failed', requestTexts.oneHost())
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new ApiError('validation_failed', requestTexts.expect(), {
      status: 417,
    })
  try {
    return ctx.path
  } catch (cause) {
    throw new ApiError('validation_failed', requestTexts.noAddress(), { cause })
  }
}
