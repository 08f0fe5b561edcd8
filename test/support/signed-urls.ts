import { createHash, verify, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A refusal, with the code that Google's XML API has for it. */
export interface SignedUrlRefusal {
  status: number
  code: string
}

export interface Verifier {
  /** By the address of the service account. */
  keys: ReadonlyMap<string, KeyObject>
  now: () => Date
}

const algorithm = 'GOOG4-RSA-SHA256'
const mostSeconds = 604_800

/**
 * Verifies a request by a signed URL, as Google's documentation of V4 signatures says it: the canonical request, its
 * signature, the period, and that `host` and each `x-goog-` header that came is among the signed ones. No emulator does.
 *
 * @param request its path and query as they came
 */
export function refuseSigned(
  request: IncomingMessage,
  { keys, now }: Verifier,
): SignedUrlRefusal | undefined {
  const [path = '', query = ''] = request.url!.split('?', 2)
  const params = new URLSearchParams(query)
  const param = (name: string) => params.get(`X-Goog-${name}`) ?? ''
  const [account = '', day = '', ...scope] = param('Credential').split('/')
  const date = param('Date')
  const key = keys.get(account)
  if (param('Algorithm') !== algorithm || !key || scope.join('/') !== 'auto/storage/goog4_request')
    return { status: 400, code: 'AuthenticationRequired' }
  const begins = parseDate(date)
  const seconds = Number(param('Expires'))
  if (begins === undefined || !date.startsWith(day) || !(seconds > 0 && seconds <= mostSeconds))
    return { status: 400, code: 'InvalidArgument' }
  const signed = param('SignedHeaders').split(';')
  const sent = Object.keys(request.headers)
  if (!signed.includes('host') || sent.some((name) => name.startsWith('x-goog-') && !signed.includes(name)))
    return { status: 403, code: 'SignatureDoesNotMatch' }
  const text = [
    algorithm,
    date,
    `${day}/${scope.join('/')}`,
    sha256(canonicalOf(request, path, params, signed)),
  ]
  const signature = param('Signature')
  const good =
    /^([0-9a-f]{2})+$/.test(signature) &&
    verify('sha256', Buffer.from(text.join('\n')), key, Buffer.from(signature, 'hex'))
  if (!good) return { status: 403, code: 'SignatureDoesNotMatch' }
  const at = now().getTime()
  // Clocks differ: Google lets a signature be fifteen minutes early.
  if (at < begins - 900_000 || at >= begins + seconds * 1000) return { status: 400, code: 'ExpiredToken' }
  return undefined
}

function canonicalOf(
  { method, headers }: IncomingMessage,
  path: string,
  params: URLSearchParams,
  signed: readonly string[],
): string {
  const query = [...params]
    .filter(([name]) => name !== 'X-Goog-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  // The client library signs the name of the host alone; Google's has no port.
  const values: Record<string, unknown> = { ...headers, host: headers.host?.replace(/:\d+$/, '') }
  const lines = signed.toSorted().map(
    (name) =>
      `${name}:${String(values[name] ?? '')
        .trim()
        .replace(/\s{2,}/g, ' ')}\n`,
  )
  const payload = headers['x-goog-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  return [method, path, query, lines.join(''), signed.join(';'), payload].join('\n')
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `20261126T093000Z`, in milliseconds. */
function parseDate(text: string): number | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text)
  if (!parts) return undefined
  const [year, month, ...rest] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, ...rest)
}
