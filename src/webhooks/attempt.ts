import type { Attempted, Fault } from '../domain/webhooks.ts'
import { allowsPort } from '../domain/webhooks.ts'
import { RefusedAddress } from '../outbound/addresses.ts'
import type { Outbound } from '../outbound/client.ts'

const timeoutMs = 15_000
/** More of an answer is not read. */
const maxBytes = 16 * 1024

/** A request that is to be sent. */
export interface Sending {
  url: string
  headers: Record<string, string>
  body: string
}

/** The end of one attempt. */
export interface Ended extends Attempted {
  durationMs: number
  /** The wait that the receiver asked for. */
  retryAfterMs: number | undefined
}

/** The end of an attempt that this service could not begin. */
export const ourFault: Omit<Ended, 'at'> = {
  succeeded: false,
  responseStatus: null,
  fault: 'service',
  durationMs: 0,
  retryAfterMs: undefined,
}

/**
 * Sends a request once.
 *
 * @param clock the time that the service uses
 */
export async function attempt(
  outbound: Pick<Outbound, 'send'>,
  { url, headers, body }: Sending,
  clock: () => Date,
): Promise<Ended> {
  const begun = performance.now()
  const ended = (fault: Fault | null, responseStatus: number | null, retryAfter?: string): Ended => ({
    at: clock(),
    succeeded: fault === null,
    responseStatus,
    fault,
    durationMs: Math.round(performance.now() - begun),
    retryAfterMs: retryAfter === undefined ? undefined : waitOf(retryAfter, clock()),
  })
  try {
    const answer = await outbound.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      allowsPort,
      timeoutMs,
      maxBytes,
      cut: true,
    })
    const retryAfter = answer.headers['retry-after']
    return ended(
      faultOfStatus(answer.status),
      answer.status,
      typeof retryAfter === 'string' ? retryAfter : undefined,
    )
  } catch (error) {
    return ended(faultOf(error), null)
  }
}

function faultOfStatus(status: number): Fault | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** Codes of Node and undici for a name, a network or a proxy of ours that does not work. */
const ours = new Set([
  'EAI_AGAIN',
  'ESERVFAIL',
  'ECANCELLED',
  'ENETUNREACH',
  'ENETDOWN',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
])
const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const connections = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'UND_ERR_SOCKET'])

/** Codes of OpenSSL for a certificate, as Node names them. */
const badCertificate =
  /^(CERT_|UNABLE_TO_|DEPTH_|SELF_SIGNED_|HOSTNAME_|INVALID_|PATH_LENGTH_|ERROR_IN_|UNSPECIFIED$)/

/** The meaning of an error. One that nobody knows counts as ours. */
function faultOf(error: unknown): Fault {
  if (error instanceof RefusedAddress) return 'not_public'
  const { name, code = '' } = error as { name?: string; code?: unknown }
  const known = String(code)
  if (name === 'TimeoutError' || timeouts.has(known)) return 'timeout'
  if (known === 'ENOTFOUND' || known === 'ENODATA') return 'no_name'
  if (ours.has(known)) return 'service'
  if (connections.has(known)) return 'no_connection'
  if (badCertificate.test(known) || /^(ERR_TLS_|ERR_SSL_|EPROTO$)/.test(known)) return 'tls'
  // What its parser did not expect, undici names by the kind of error alone, and a status below 100 by a failed assertion.
  if (name === 'HTTPParserError' || /^UND_ERR_(RES|HEADERS_OVERFLOW)|^ERR_ASSERTION$/.test(known))
    return 'not_http'
  return 'service'
}

/** Seconds, or a date; undefined for anything else. */
function waitOf(retryAfter: string, now: Date): number | undefined {
  // However long: the schedule holds it to a day.
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
