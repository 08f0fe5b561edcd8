import type { Db } from '../../db/transaction.ts'
import type { Audience } from '../../domain/caller.ts'
import { today, type Day } from '../../domain/day.ts'
import { problem, type Problem } from '../../errors.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { apiKeyRevoked } from '../../events/api_keys.ts'
import { appDisconnected } from '../../events/connections.ts'
import { accessRevoked } from '../../events/sessions.ts'
import { listApiKeys, revokeApiKeys } from '../../queries/platform/api_keys.ts'
import {
  endPendingConnections,
  listConnections,
  revokeConnections,
} from '../../queries/platform/connections.ts'

/** An API key or a connected app. */
export interface KeyOrApp {
  id: string
  name: string
  audience: Audience
  created_at: string
}

/** Credentials that act for a member without signing in. No password and no session ends them. */
export interface KeysAndApps {
  api_keys: KeyOrApp[]
  apps: KeyOrApp[]
}

/** Keys and apps that were revoked, and those that still act for the member. */
export interface Revocation {
  revoked: KeysAndApps
  alive: KeysAndApps
}

/** Lists the keys and apps that act for a member now, the newest first. */
async function listKeysAndApps(db: Db, membershipId: string, now: Date): Promise<KeysAndApps> {
  const [keys, apps] = await Promise.all([
    listApiKeys(db, membershipId),
    listConnections(db, membershipId, now),
  ])
  return {
    api_keys: keys
      .filter(({ revoked }) => !revoked)
      .map(({ id, name, audience, created_at }) => ({ id, name, audience, created_at })),
    apps: apps.map(({ id, client_name: name, audience, created_at }) => ({ id, name, audience, created_at })),
  }
}

/**
 * Separates the keys and apps that were made on a day or later from the older ones.
 *
 * @param since undefined: none
 */
function splitBy({ api_keys, apps }: KeysAndApps, since: Day | undefined, timeZone: string): Revocation {
  const isLate = ({ created_at }: KeyOrApp) =>
    since !== undefined && today(new Date(created_at), timeZone) >= since
  const isEarly = (one: KeyOrApp) => !isLate(one)
  return {
    revoked: { api_keys: api_keys.filter(isLate), apps: apps.filter(isLate) },
    alive: { api_keys: api_keys.filter(isEarly), apps: apps.filter(isEarly) },
  }
}

/**
 * Tells why keys and apps cannot be revoked since this day: it has not come yet. Whoever gives such a day means another, and would
 * believe that something was revoked.
 *
 * @param field what the call names the day
 */
export const dayProblems = (
  since: Day | undefined,
  on: Day,
  field: 'since' | 'revoke_since',
): Problem<'revoke_since_in_future'>[] =>
  since !== undefined && since > on ? [problem('revoke_since_in_future', { field })] : []

/**
 * Revokes the API keys and connected apps of a locked member that were made on a day or later, and ends what the member
 * agreed to and no app has used yet: whoever made a connection in the moment before must not get its first token after this.
 * Who makes a key or a connection locks the member, too, so none is made meanwhile.
 *
 * @param since in the organization's time zone; undefined: no keys, and no apps that are connected
 * @returns what was revoked and what was not, and what happened, to be recorded
 */
export async function revokeSince(
  db: Db,
  { membershipId, personId }: { membershipId: string; personId: string | null },
  { since, timeZone }: { since: Day | undefined; timeZone: string },
  now: Date,
): Promise<{ split: Revocation; happened: DomainEvent<never>[] }> {
  await endPendingConnections(db, membershipId, now)
  const split = splitBy(await listKeysAndApps(db, membershipId, now), since, timeZone)
  const { api_keys: keys, apps } = split.revoked
  if (since === undefined || keys.length + apps.length === 0) return { split, happened: [] }
  await Promise.all([revokeApiKeys(db, idsOf(keys), now), revokeConnections(db, idsOf(apps), now)])
  const told = accessRevoked({ since, keys: keys.length, apps: apps.length }, personId)
  return { split, happened: [...keys.map(apiKeyRevoked), ...apps.map(appDisconnected), told] }
}

const idsOf = (some: readonly KeyOrApp[]): string[] => some.map(({ id }) => id)
