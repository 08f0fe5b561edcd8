import type { Day } from '../domain/day.ts'

/**
 * Occurrences that only the service itself reacts to (`src/reactions`). A signal is neither stored nor sent: what others
 * may hear of is an event of the catalogue.
 */
export interface Signals {
  /** Whoever did this can be acted for in another way from now on, or in one way less. */
  'login.changed': Record<never, never>
  /** Payroll details that a person had before have other values. */
  'payroll.changed': {
    person_id: string
    /** Names of the details, never their values. */
    fields: string[]
  }
  /** Somebody can decide a request now. */
  'request.waits': {
    request_id: string
    person_id: string
    effective_date: Day
    /** The members who can. */
    members: readonly string[]
  }
  /** The organization is in another time zone, and perhaps in another day. */
  'today.moved': Record<never, never>
  /** Many people came at once. Each has an event, too. */
  'import.applied': { people: number }
  /** A custom field became private, or the other way round, and more values are to be rewritten than one call does. */
  'custom_values.left': Record<never, never>
  /** Nothing reached a webhook endpoint for a day, so it was turned off. */
  'webhook.failing': { endpoint_id: string }
}

export type SignalDraft = { [T in keyof Signals]: { type: T; data: Signals[T] } }[keyof Signals]

export const loginChanged: SignalDraft = { type: 'login.changed', data: {} }

export const webhookFailing = (endpointId: string): SignalDraft => ({
  type: 'webhook.failing',
  data: { endpoint_id: endpointId },
})

/** A request waits for members. */
export const requestWaits = (
  request: { id: string; person_id: string; effective_date: Day },
  deciders: readonly { membershipId: string | null }[],
): SignalDraft => ({
  type: 'request.waits',
  data: {
    request_id: request.id,
    person_id: request.person_id,
    effective_date: request.effective_date,
    members: deciders.flatMap(({ membershipId }) => (membershipId === null ? [] : [membershipId])),
  },
})
