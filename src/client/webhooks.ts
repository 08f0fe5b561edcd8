import type { WebhookEvent } from '../generated/client-events.ts'
import { readSecret, signatureOf, verifies } from './signature.ts'

/** Seconds that the clocks of sender and receiver may differ, delivery included: as Standard Webhooks say. */
const toleranceSeconds = 5 * 60
/** Signatures that are looked at. The service sends one, and two after a roll. */
const maxSignatures = 10

/** The headers of a request: those of Node, or what has a `get`, such as `Headers`. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>

/** The error of a request that nobody who knows the secret has sent, or not in the last five minutes. Answer it with 400. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/**
 * The event in the request of a webhook, when its signature is right.
 *
 * @param secret of the endpoint: `whsec_…`. Several for a receiver of several endpoints: any of them may have signed
 * @param headers of the request
 * @param body of the request as it came: text or bytes, and not what was parsed of it
 * @param now milliseconds since 1970, for tests of receivers
 * @throws SignatureError when it is not signed, by another secret, or more than five minutes ago
 * @throws TypeError when the secret is none, or the body is not as it came
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  now: number = Date.now(),
): Promise<WebhookEvent> {
  const keys = await Promise.all([secret].flat().map((one) => readSecret(one as string)))
  if (keys.length === 0) throw new TypeError('There is no secret to verify with.')
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('The body is taken as it came: text or bytes. What is parsed of it has no signature.')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  expectNow(timestamp, now)
  const given = signatures
    .split(' ')
    .slice(0, maxSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3))
  for (const key of keys)
    for (const signature of given)
      if (await verifies(key, signature, { id, timestamp, body })) return read(body)
  throw new SignatureError('No signature of this request is right for the secret and the body.')
}

/** Headers and body that a receiver gets of an event, signed with the secret. */
export async function webhookRequest(
  secret: string,
  event: { readonly id: string },
  now: number = Date.now(),
): Promise<{ headers: Record<string, string>; body: string }> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(now / 1000))
  const signature = await signatureOf(await readSecret(secret), { id: event.id, timestamp, body })
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers['get'] === 'function'
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '')
    throw new SignatureError(`The request has no header ${name}, so it is no webhook.`)
  return value
}

function expectNow(timestamp: string, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new SignatureError('The header webhook-timestamp is no time.')
  const age = Math.floor(now / 1000) - Number(timestamp)
  if (Math.abs(age) > toleranceSeconds)
    throw new SignatureError(
      `The request was signed ${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'ahead of this clock'}, which is more than ${toleranceSeconds}.`,
    )
}

function read(body: string | Uint8Array): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return JSON.parse(text) as WebhookEvent
}
