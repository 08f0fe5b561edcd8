import { request, type Dispatcher } from 'undici'
import { RefusedAddress } from './addresses.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Beside 443. Left out: none. */
  allowsPort?: (port: number) => boolean
  /** From the look-up of the name to the last byte. */
  timeoutMs: number
  /** A longer answer is an error. */
  maxBytes: number
  /** An answer that is longer, or whose body takes more than a moment, is cut instead: its status is what counts. */
  cut?: boolean
  /** Ends it early. */
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Buffer
}

/** An answer, and whether all of its body came. */
export interface Exchanged extends OutboundAnswer {
  isWhole: boolean
}

/**
 * Sends one request.
 *
 * @param end ends it early
 */
export async function exchange(
  dispatcher: Dispatcher,
  url: URL,
  { method = 'GET', headers = {}, body, timeoutMs, maxBytes, cut = false }: OutboundRequest,
  end: AbortSignal,
): Promise<Exchanged> {
  const answer = await request(url, {
    dispatcher,
    method,
    headers: { 'user-agent': 'Rollcall', 'accept-encoding': 'identity', ...headers },
    ...(body !== undefined && { body }),
    signal: end,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  }).catch((error: unknown) => {
    throw reasonOf(error)
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...(await readUpTo(answer.body, maxBytes, cut)),
  }
}

/** From now until the deadline of a request, or until its caller ends it. */
export function deadlineOf({
  timeoutMs,
  signal,
}: Pick<OutboundRequest, 'timeoutMs' | 'signal'>): AbortSignal {
  const late = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([late, signal]) : late
}

/** undici wraps what the connector says. */
function reasonOf(error: unknown): unknown {
  const { cause, code } = error as { cause?: unknown; code?: unknown }
  if (code === 'ERR_IP_BLOCKED') return new RefusedAddress('host_not_public')
  return cause instanceof RefusedAddress ? cause : error
}

/** Milliseconds for a body that may be cut. */
const momentMs = 1000

async function readUpTo(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  cut: boolean,
): Promise<Pick<Exchanged, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = []
  let length = 0
  const timer = cut ? setTimeout(() => body.destroy(), momentMs) : undefined
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      chunks.push(chunk)
      if (length <= maxBytes) continue
      body.destroy()
      if (cut) break
      throw new Error(`The answer is longer than ${maxBytes} bytes.`)
    }
  } catch (error) {
    if (!cut) throw error
  } finally {
    clearTimeout(timer)
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: body.readableEnded }
}
