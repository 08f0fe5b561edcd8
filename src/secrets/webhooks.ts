import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A new secret of an endpoint, as its receiver keeps it, and its bytes. */
export function newWebhookSecret(): { text: string; bytes: Buffer; hint: string } {
  const bytes = randomBytes(secretBytes)
  const text = prefix + bytes.toString('base64')
  return { text, bytes, hint: `${prefix}…${text.slice(-4)}` }
}

/**
 * The headers of a delivery, as Standard Webhooks say: a signature by each secret, so that receivers may know either.
 *
 * @param id of the event: the same for every attempt
 * @param at of this attempt
 */
export function signatureHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly KeyObject[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
