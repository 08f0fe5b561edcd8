import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '../secrets/passwords.ts'
import { firstRole } from '../access/roles.ts'
import { constraintOf } from '../db/errors.ts'
import { ofOrganization } from '../db/system.ts'
import type { Audience } from '../domain/caller.ts'
import { changesOf } from '../domain/changes.ts'
import { emailKey } from '../domain/email.ts'
import { organizationCreated } from '../events/organization.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { insertStarters } from '../queries/org/checklist-templates.ts'
import { OperatorError } from './errors.ts'
import { createFirstKeys, type FirstKeys } from './keys.ts'
import { inviteOwner, type OwnerLink } from './owners.ts'
import { recordAsOperator } from './record.ts'
import { asOperator } from './transaction.ts'

export interface NewOrganization {
  name: string
  /** Lower-case letters, digits and dashes; part of the organization's address. */
  slug: string
  /** ISO 3166-1 alpha-2: where its first legal entity and location are. */
  country: string
  timeZone: string
  owner: { name: string; email: string; password?: string }
  /** The audiences for which the owner gets an API key; left out: none. */
  keys?: readonly Audience[]
}

export interface CreatedOrganization {
  organizationId: string
  slug: string
  owner: { email: string; userId: string; membershipId: string }
  /** By which the owner chooses how to sign in; undefined without a postbox. */
  invite: OwnerLink | undefined
  /** The secrets of the owner's API keys. */
  keys: FirstKeys
}

/**
 * Creates an organization and its first owner, who can sign in with the password of the input, or is invited. Links and
 * keys are shown by nothing else.
 *
 * @param postbox makes the link of the invite, and its mail
 * @throws OperatorError when the slug is taken
 */
export async function createOrganization(
  pool: pg.Pool,
  input: NewOrganization,
  now = new Date(),
  postbox?: MailQueue,
): Promise<CreatedOrganization> {
  const organizationId = randomUUIDv7()
  const owner = { userId: randomUUIDv7(), membershipId: randomUUIDv7(), email: input.owner.email }
  const { password } = input.owner
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const { keys, invite } = await asOperator(pool, async (client) => {
    await takeSlug(client, input.slug, organizationId)
    await client.query(
      `insert into organizations (org_id, slug, name, country, time_zone) values ($1, $2, $3, $4, $5)`,
      [organizationId, input.slug, input.name, input.country, input.timeZone],
    )
    await client.query(`insert into reporting_lines (org_id) values ($1)`, [organizationId])
    await insertStarters(ofOrganization(client, organizationId, undefined), randomUUIDv7, now)
    await client.query(
      `insert into users (org_id, id, email, email_key, display_name, password_hash) values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, owner.userId, owner.email, emailKey(owner.email), input.owner.name, passwordHash],
    )
    await client.query(`insert into memberships (org_id, id, user_id, role) values ($1, $2, $3, $4)`, [
      organizationId,
      owner.membershipId,
      owner.userId,
      firstRole,
    ])
    const { slug, name, country, timeZone } = input
    const changes = changesOf<Record<string, string | null>>(
      { name: null, slug: null, country: null, time_zone: null },
      { name, slug, country, time_zone: timeZone },
    )
    await recordAsOperator(client, organizationId, 'platform.organization.create', now, [
      organizationCreated({ id: organizationId, name }, changes),
    ])
    const member = { organizationId, membershipId: owner.membershipId }
    return {
      keys: await createFirstKeys(client, member, input.keys ?? [], now),
      invite:
        postbox &&
        (await inviteOwner(client, postbox, { ...member, slug, timeZone, email: owner.email }, now)),
    }
  })
  return { organizationId, slug: input.slug, owner, keys, invite }
}

/**
 * Gives an organization another slug. The old one is free again.
 *
 * @throws OperatorError when the slug is taken
 */
export async function renameSlug(
  pool: pg.Pool,
  organizationId: string,
  slug: string,
  now: Date,
): Promise<void> {
  await asOperator(pool, async (client) => {
    await client.query('delete from organization_slugs where org_id = $1', [organizationId])
    await takeSlug(client, slug, organizationId)
    await client.query('update organizations set slug = $2, updated_at = $3 where org_id = $1', [
      organizationId,
      slug,
      now,
    ])
  })
}

async function takeSlug(client: pg.ClientBase, slug: string, organizationId: string): Promise<void> {
  try {
    await client.query('insert into organization_slugs (slug, org_id) values ($1, $2)', [
      slug,
      organizationId,
    ])
  } catch (error) {
    if (constraintOf(error) !== 'organization_slugs_pkey') throw error
    throw new OperatorError(`The slug ${slug} is taken. Choose another one.`, 'slug')
  }
}
