import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { ofOrganization } from '../db/system.ts'
import type { Audience } from '../domain/caller.ts'
import { apiKeyCreated } from '../events/api_keys.ts'
import { insertApiKey } from '../queries/platform/api_keys.ts'
import { hashSecret, newApiKey } from '../secrets/credentials.ts'
import { recordAsOperator } from './record.ts'

const names: Record<Audience, string> = { manage: 'First key', me: 'First key, own workspace' }

/** By audience; an audience for which no key was asked is not there. */
export type FirstKeys = Partial<Record<Audience, string>>

/**
 * Gives a new member a key for each of these audiences, and records that in the activity log. For machines, which cannot
 * sign in to make one. A key for `me` works as soon as the member has a person record, which org/setup.init makes.
 *
 * @returns the secrets, which are stored nowhere
 */
export async function createFirstKeys(
  client: pg.ClientBase,
  { organizationId, membershipId }: { organizationId: string; membershipId: string },
  audiences: readonly Audience[],
  now: Date,
): Promise<FirstKeys> {
  const db = ofOrganization(client, organizationId, undefined)
  const keys = audiences.map((audience) => ({
    audience,
    id: randomUUIDv7(),
    name: names[audience],
    secret: newApiKey(),
  }))
  await Promise.all(
    keys.map(({ secret, ...key }) =>
      insertApiKey(db, { ...key, membershipId, last4: secret.slice(-4), createdAt: now }, hashSecret(secret)),
    ),
  )
  const created = keys.map((key) => apiKeyCreated(key, key.audience))
  await recordAsOperator(client, organizationId, 'platform.organization.create', now, created)
  return Object.fromEntries(keys.map(({ audience, secret }) => [audience, secret]))
}
