import type pg from 'pg'
import { ofOrganization } from '../db/system.ts'
import { changesOf } from '../domain/changes.ts'
import { isDay, today, type Day } from '../domain/day.ts'
import { organizationClosed, organizationPaused, organizationResumed } from '../events/organization.ts'
import { tellAdministration } from '../mail/tell-administration.ts'
import { closeEndpoints, reopenEndpoints } from '../queries/webhooks/endpoints.ts'
import { OperatorError } from './errors.ts'
import { recordAsOperator } from './record.ts'
import { asOperator } from './transaction.ts'

export const pauseReasons = ['unpaid', 'details_missing'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** An organization as the operator sees it. */
export interface OrganizationStatus {
  organizationId: string
  slug: string
  name: string
  status: 'active' | 'paused' | 'closed'
  pauseReason: PauseReason | null
  /** An instant, as of `src/db/types.ts`. */
  pausedSince: string | null
  deleteOn: Day | null
  /** All people, including those who have left, but not erased ones. */
  people: number
  /** Members who are not disabled. */
  members: number
  createdAt: string
}

/** @param org SQL for the id of the organization whose people and members are counted: a column or a parameter */
const columns = (org: string) => `
  o.org_id as "organizationId", o.slug, o.name, o.status, o.pause_reason as "pauseReason",
  o.paused_since as "pausedSince", o.delete_on::text as "deleteOn", o.created_at as "createdAt",
  (select count(*) from people p where p.org_id = ${org} and p.erased_at is null)::int as people,
  (select count(*) from memberships m where m.org_id = ${org} and m.status = 'active')::int as members`

/** All organizations, the oldest first. */
export async function listOrganizations(pool: pg.Pool): Promise<OrganizationStatus[]> {
  const { rows } = await asOperator(pool, (client) =>
    client.query<OrganizationStatus>(
      `select ${columns('o.org_id')} from organizations o order by o.created_at, o.org_id`,
    ),
  )
  return rows
}

/** Pauses an organization: only owners and admins can still sign in. Pausing it again changes the reason. */
export async function pauseOrganization(
  pool: pg.Pool,
  slug: string,
  reason: string,
  now: Date,
): Promise<OrganizationStatus> {
  const checked = checkReason(reason)
  return change(pool, slug, 'pause', now, (found) => {
    if (found.status === 'closed') throw new OperatorError(`${slug} is closed. Resume it first.`)
    return { status: 'paused', pauseReason: checked, deleteOn: null }
  })
}

/** Makes a paused or closed organization active again. */
export async function resumeOrganization(
  pool: pg.Pool,
  slug: string,
  now: Date,
): Promise<OrganizationStatus> {
  return change(pool, slug, 'resume', now, () => ({ status: 'active', pauseReason: null, deleteOn: null }))
}

/**
 * Closes an organization. It is like a paused one, and its data is deleted on a date, unless it is resumed before.
 * Closing it again changes the date.
 *
 * @param deleteOn a day in the organization's time zone, not in the past
 * @param reason may be left out when the organization is paused: its reason stays
 */
export async function closeOrganization(
  pool: pg.Pool,
  slug: string,
  deleteOn: string,
  reason: string | undefined,
  now: Date,
): Promise<OrganizationStatus> {
  const given = reason === undefined ? undefined : checkReason(reason)
  if (!isDay(deleteOn)) throw new OperatorError('must be a date, such as 2027-01-31', 'deleteOn')
  return change(pool, slug, 'close', now, (found) => {
    if (deleteOn < today(now, found.timeZone)) throw new OperatorError('must not be in the past', 'deleteOn')
    const pauseReason = given ?? found.pauseReason
    if (!pauseReason)
      throw new OperatorError(
        `is needed, because ${slug} is not paused: ${pauseReasons.join(' or ')}`,
        'reason',
      )
    return { status: 'closed', pauseReason, deleteOn }
  })
}

function checkReason(reason: string): PauseReason {
  const found = pauseReasons.find((one) => one === reason)
  if (!found) throw new OperatorError(`must be ${pauseReasons.join(' or ')}`, 'reason')
  return found
}

type State = Pick<OrganizationStatus, 'status' | 'pauseReason' | 'deleteOn'>
type Found = State & Pick<OrganizationStatus, 'organizationId' | 'name'> & { timeZone: string }

const domainEventOf = {
  pause: organizationPaused,
  resume: organizationResumed,
  close: organizationClosed,
}

/** Changes the status and records it. When the status is as decided already, nothing is written and recorded. */
async function change(
  pool: pg.Pool,
  slug: string,
  verb: keyof typeof domainEventOf,
  now: Date,
  decide: (found: Found) => State,
): Promise<OrganizationStatus> {
  return asOperator(pool, async (client) => {
    const found = await findOrganization(client, slug)
    const { status, pauseReason, deleteOn } = decide(found)
    const changes = changesOf(
      { status: found.status, pause_reason: found.pauseReason, delete_on: found.deleteOn },
      { status, pause_reason: pauseReason, delete_on: deleteOn },
    )
    if (changes.length > 0) {
      await client.query(
        `update organizations
            set status = $2, pause_reason = $3, delete_on = $4, updated_at = $5,
                paused_since = case when $2 = 'active' then null else coalesce(paused_since, $5) end
          where org_id = $1`,
        [found.organizationId, status, pauseReason, deleteOn, now],
      )
      const organization = { id: found.organizationId, name: found.name }
      const db = ofOrganization(client, organization.id, undefined)
      await tellAdministration(db, now, now)
      if (status === 'closed') await closeEndpoints(db, now)
      else if (found.status === 'closed') await reopenEndpoints(db, now)
      await recordAsOperator(client, organization.id, `platform.organization.${verb}`, now, [
        domainEventOf[verb](organization, changes),
      ])
    }
    const { rows } = await client.query<OrganizationStatus>(
      `select ${columns('$1')} from organizations o where o.org_id = $1`,
      [found.organizationId],
    )
    return rows[0] as OrganizationStatus
  })
}

/**
 * Finds an organization and locks it, so that two commands at the same time do not both change the same status.
 *
 * @throws OperatorError when there is none
 */
export async function findOrganization(client: pg.ClientBase, slug: string): Promise<Found> {
  const named = await client.query<{ id: string }>(
    `select org_id as id from organization_slugs where slug = $1`,
    [slug],
  )
  const { rows } = await client.query<Found>(
    `select org_id as "organizationId", name, status, pause_reason as "pauseReason", delete_on::text as "deleteOn",
            time_zone as "timeZone"
       from organizations where org_id = $1 for update`,
    [named.rows[0]?.id ?? null],
  )
  if (!rows[0])
    throw new OperatorError(`There is no organization ${slug}. The command list shows all.`, 'slug')
  return rows[0]
}
