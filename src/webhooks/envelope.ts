import { createSecretKey, type KeyObject } from 'node:crypto'
import { eventIdOf } from '../domain/webhooks.ts'
import { presentEvent } from '../presenters/webhooks/events.ts'
import type { TakenDelivery } from '../queries/webhooks/deliveries.ts'
import type { Receiver } from '../queries/webhooks/endpoints.ts'
import type { Endpoint, Vault } from '../secrets/personal.ts'
import { signatureHeaders } from '../secrets/webhooks.ts'
import type { Sending } from './attempt.ts'

/** The secrets of an endpoint, opened. */
export interface OpenSecrets {
  current: KeyObject
  /** Until when the secret before signs, too; null for none. */
  previous: { secret: KeyObject; until: Date } | null
}

/** @throws UnreadableDetails */
export function openSecrets(vault: Vault, endpoint: Endpoint, receiver: Receiver): OpenSecrets {
  const open = (key_id: string, wrapped_key: Buffer) =>
    createSecretKey(vault.openSecret(endpoint, { key_id, wrapped_key }))
  const { previous_key_id: keyId, previous_sealed: sealed, previous_expires_at: until } = receiver
  return {
    current: open(receiver.key_id, receiver.sealed_secret),
    previous:
      keyId !== null && sealed !== null && until !== null
        ? { secret: open(keyId, sealed), until: new Date(until) }
        : null,
  }
}

/** The request that carries an event, signed now. */
export function envelopeOf(
  { event_id, event_type, at, payload }: TakenDelivery & { at: string; payload: object },
  { orgId, url }: { orgId: string; url: string },
  { current, previous }: OpenSecrets,
  now: Date,
): Sending {
  const body = JSON.stringify(presentEvent({ id: event_id, type: event_type, at, payload }, orgId))
  const secrets = [current, ...(previous && previous.until > now ? [previous.secret] : [])]
  return { url, headers: signatureHeaders({ id: eventIdOf(event_id), at: now, body }, secrets), body }
}
