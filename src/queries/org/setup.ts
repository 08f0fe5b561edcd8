import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import { employedSince, personName } from '../fragments.ts'
import { lockLinkable } from '../platform/members.ts'

/** The records that a first person is assigned to, by id; null while there is none. */
export interface Basics {
  root: string | null
  location: string | null
  legalEntity: string | null
}

/**
 * The company root, and the oldest active location and legal entity. They are locked, so that nobody archives them
 * before somebody is assigned to them in this transaction.
 */
export async function findBasics(db: Db): Promise<Basics> {
  const oldest = (table: string, condition: string) =>
    db.query<{ id: string }>(
      `select id from ${table} where org_id = $1 and ${condition} order by created_at, id limit 1 for key share`,
      [db.orgId],
    )
  const [[root], [location], [legalEntity]] = await Promise.all([
    oldest('units', 'parent_id is null'),
    oldest('locations', 'archived_at is null'),
    oldest('legal_entities', 'archived_at is null'),
  ])
  return { root: root?.id ?? null, location: location?.id ?? null, legalEntity: legalEntity?.id ?? null }
}

/** A person to whom a login is linked, or could be linked. */
export interface OwnPerson {
  id: string
  name: string
  /** This login is linked to the person already. */
  linked: boolean
  /** Another login is linked to the person. */
  taken: boolean
  /** The person works here today or starts later, perhaps again. */
  stays: boolean
}

/** The person to whom a membership is linked; if there is none, the person with the e-mail of the login. */
export async function findOwnPerson(
  db: Db,
  membershipId: string,
  email: string,
  today: Day,
): Promise<OwnPerson | undefined> {
  const [person] = await db.query<OwnPerson>(
    `select p.id, ${personName('p')} as name, m.person_id is not null as linked,
            exists (select 1 from memberships o
                     where o.org_id = $1 and o.person_id = p.id and o.id <> m.id) as taken,
            ${employedSince('p.id', '$3')} is not null as stays
       from memberships m
       join people p on p.org_id = $1
        and p.id = coalesce(m.person_id, (
              select x.id from people x
               where x.org_id = $1 and x.erased_at is null
                 and x.work_email_key = $4))
      where m.org_id = $1 and m.id = $2`,
    [db.orgId, membershipId, today, emailKey(email)],
  )
  return person
}

/** Like `findOwnPerson`; a person who is not linked yet is locked, so that no other login gets them meanwhile. */
export async function lockOwnPerson(
  ...asked: Parameters<typeof findOwnPerson>
): Promise<OwnPerson | undefined> {
  const found = await findOwnPerson(...asked)
  if (!found || found.linked) return found
  await lockLinkable(asked[0], found.id)
  return findOwnPerson(...asked)
}

/** Tells whether the organization has people, those who have left included. */
export async function hasPeople(db: Db): Promise<boolean> {
  const rows = await db.query('select 1 from people where org_id = $1 and erased_at is null limit 1', [
    db.orgId,
  ])
  return rows.length > 0
}

/** Each step of setting up, done or not. */
export interface SetupRow {
  entity: boolean
  location: boolean
  units: boolean
  people: boolean
  invited: boolean
  ai_connected: boolean
}

/** A second member counts as invited, too: members may be made by other ways. */
export async function getSetupStatus(db: Db): Promise<SetupRow> {
  const [row] = await db.query<SetupRow>(
    `select exists (select 1 from legal_entities where org_id = $1 and archived_at is null) as entity,
            exists (select 1 from locations where org_id = $1 and archived_at is null) as location,
            exists (select 1 from units
                     where org_id = $1 and archived_at is null and parent_id is not null) as units,
            exists (select 1 from people where org_id = $1 and erased_at is null offset 1) as people,
            exists (select 1 from invites where org_id = $1 and person_id is not null)
              or exists (select 1 from memberships where org_id = $1 offset 1) as invited,
            exists (select 1 from api_keys k
                      join memberships m on m.org_id = $1 and m.id = k.membership_id
                     where k.org_id = $1 and k.audience = 'manage' and k.revoked_at is null
                       and m.status = 'active') as ai_connected`,
    [db.orgId],
  )
  return row!
}
