import { randomUUIDv7 } from 'node:crypto'
import type { AuthDeps } from '../auth/authenticate.ts'
import type { Db } from '../db/transaction.ts'
import { appConnected, appDisconnected, appTokenReused } from '../events/connections.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { Origin } from '../events/origin.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { findBeyond, lockConnection, noteToken, revokeConnection } from '../queries/platform/connections.ts'
import { inOrganization } from './store.ts'

/** Notes that an app gets an access token; with the first one it is connected. In the token's transaction. */
export async function noteAccessToken(db: Db, connectionId: string, now: Date): Promise<void> {
  const connection = await lockConnection(db, connectionId)
  if (!connection || connection.revoked) return
  await noteToken(db, connectionId, now)
  if (connection.connected) return
  const { user_id: id, membership_id: membershipId } = connection
  const actor = { kind: 'user' as const, id, membershipId }
  await record(db, { action: 'auth.connect', actor, via: 'web' }, appConnected(connection), now)
}

/**
 * Ends a connection from this side of the protocol: the app said that it needs it no longer, or a code or token was used
 * twice.
 */
export async function endConnection(
  door: AuthDeps,
  orgId: string,
  connectionId: string,
  why: 'revoked by the app' | 'used twice',
): Promise<void> {
  const now = door.clock()
  await inOrganization(door, orgId, async (db) => {
    const connection = await lockConnection(db, connectionId)
    if (!connection || connection.revoked) return
    await revokeConnection(db, connectionId, now)
    if (!connection.connected) return
    const { membership_id: membershipId } = connection
    const byApp = why === 'revoked by the app'
    const actor = byApp
      ? { kind: 'app' as const, id: connectionId, membershipId }
      : { kind: 'system' as const, id: null, membershipId: null }
    const domainEvent = byApp ? appDisconnected(connection) : appTokenReused(connection)
    await record(db, { action: 'auth.disconnect', actor, via: byApp ? 'mcp' : 'service' }, domainEvent, now)
  })
}

/**
 * With each consent, so many connections of the member stay, and so many consents of which nothing came yet: whoever shows or
 * ends all of them has a bounded number. Those that were used least lately end.
 */
const mostConnections = 50

/** Makes room for another connection of a locked member, in its transaction. */
export async function makeRoom(db: Db, membershipId: string, now: Date): Promise<void> {
  for (const { id } of await findBeyond(db, membershipId, mostConnections - 1, now)) {
    const connection = await lockConnection(db, id)
    if (!connection || connection.revoked) continue
    await revokeConnection(db, id, now)
    if (!connection.connected) continue
    const actor = { kind: 'system' as const, id: null, membershipId: null }
    await record(db, { action: 'auth.disconnect', actor, via: 'service' }, appDisconnected(connection), now)
  }
}

async function record(
  db: Db,
  origin: Pick<Origin, 'action' | 'actor' | 'via'>,
  domainEvent: DomainEvent<never>,
  now: Date,
): Promise<void> {
  await writeDomainEvents(db, { ...origin, requestId: randomUUIDv7(), now }, [domainEvent]).written
}
