import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../domain/caller.ts'

/** The cause of a domain event: a call of a member, or the service itself. */
export interface Origin {
  /** The name of the action, such as `org.units.create`. What the service does by itself has other names. */
  action: string
  actor: { kind: 'user' | 'api_key' | 'app' | 'system'; id: string | null; membershipId: string | null }
  via: 'web' | 'api' | 'mcp' | 'service'
  requestId: string
  now: Date
  /**
   * The time of its events, when all that they tell is locked: of two calls that change a record, the one that began first may be
   * the later one. Left out: `now`.
   */
  recordedAt?: Date
}

/** The origin of what a member's call records. */
export const originOf = (caller: Caller, action: string, requestId: string, now: Date): Origin => ({
  action,
  actor: {
    ...actorOf(caller),
    membershipId: caller.membershipId,
  },
  via: caller.via,
  requestId,
  now,
})

function actorOf({ credential, user }: Caller): Pick<Origin['actor'], 'kind' | 'id'> {
  if (credential.kind === 'web') return { kind: 'user', id: user.id }
  return { kind: credential.kind === 'key' ? 'api_key' : 'app', id: credential.id }
}

/** The origin of what the service itself does: its jobs, and the commands of an operator. */
export const originOfService = (action: string, now: Date): Origin => ({
  action,
  actor: { kind: 'system', id: null, membershipId: null },
  via: 'service',
  requestId: randomUUIDv7(),
  now,
})
