import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { hasLogin, personName } from '../fragments.ts'
import { endEmailChanges } from './email-changes.ts'
import { endResets } from './password-resets.ts'

export interface MemberRow {
  membership_id: string
  user_id: string
  email: string
  name: string
  role: Role
  status: 'active' | 'disabled'
  person_id: string | null
  has_login: boolean
}

const columns = `m.id as membership_id, m.user_id, u.email, u.display_name as name, m.role, m.status, m.person_id,
            ${hasLogin('u')} as has_login`

/** All members, sorted by name and e-mail. */
export function listMembers(db: Db): Promise<MemberRow[]> {
  return db.query(
    `select ${columns}
       from memberships m
       join users u on u.org_id = $1 and u.id = m.user_id
      where m.org_id = $1
      order by u.display_name collate "und-x-icu", u.email collate "und-x-icu", m.id`,
    [db.orgId],
  )
}

/** A member with the name of their person; null for a login that belongs to nobody. */
export interface KnownMemberRow extends MemberRow {
  person_name: string | null
  person_erased: boolean
}

/**
 * These members, those who belong to these people, and those with a role, disabled ones included, in order of their ids.
 * All are locked until the transaction ends: two of them could otherwise be shut out at the same time, each because the
 * other one is left.
 *
 * @param relinks tells that one of them is to belong to somebody else. That is a key, so it waits for whoever refers to the
 *   member; with the weaker lock, those would wait for it, too, when they ask whether the member may still act
 */
export async function lockMembers(
  db: Db,
  {
    ids = [],
    personIds = [],
    role,
    relinks = false,
  }: { ids?: readonly string[]; personIds?: readonly string[]; role: Role; relinks?: boolean },
): Promise<KnownMemberRow[]> {
  const these = `m.org_id = $1 and (m.id = any($2::uuid[]) or m.person_id = any($3::uuid[]) or m.role = $4) order by m.id`
  const values = [db.orgId, ids, personIds, role]
  // Read after the locks are there: the same statement would read logins and people as they were before it waited.
  const [, members] = await Promise.all([
    db.query(`select 1 from memberships m where ${these} for ${relinks ? '' : 'no key '}update`, values),
    db.query<KnownMemberRow>(
      `select ${columns}, ${personName('p')} as person_name, p.erased_at is not null as person_erased
         from memberships m
         join users u       on u.org_id = $1 and u.id = m.user_id
         left join people p on p.org_id = $1 and p.id = m.person_id
        where ${these}`,
      values,
    ),
  ])
  return members
}

/** Gives a member another role, which counts from the next request on. */
export async function setRole(db: Db, id: string, role: Role, now: Date): Promise<void> {
  await db.query(`update memberships set role = $3, updated_at = $4 where org_id = $1 and id = $2`, [
    db.orgId,
    id,
    role,
    now,
  ])
}

/**
 * Shuts locked members out: their API keys and apps do not work from then on. Their sessions end, and links for a new
 * password and to another e-mail, so that none works again when they are let in again, and nor does a sign-in that has begun.
 */
export async function disableMembers(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await Promise.all([
    db.query(
      `update memberships set status = 'disabled', disablings = disablings + 1, updated_at = $3
        where org_id = $1 and id = any($2::uuid[])`,
      [db.orgId, ids, now],
    ),
    endSessions(db, ids, now),
    endResets(db, ids, now),
    endEmailChanges(db, ids, now),
  ])
}

/** Lets a member in again. */
export async function enableMember(db: Db, id: string, now: Date): Promise<void> {
  await db.query(`update memberships set status = 'active', updated_at = $3 where org_id = $1 and id = $2`, [
    db.orgId,
    id,
    now,
  ])
}

/** Ends the sessions of locked members. */
export async function endSessions(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.query(
    `update sessions set ended_at = $3 where org_id = $1 and membership_id = any($2::uuid[]) and ended_at is null`,
    [db.orgId, ids, now],
  )
}

/** Says to which person a login belongs, and to none the login that had the person before. */
export async function linkPerson(db: Db, id: string, personId: string | null, now: Date): Promise<void> {
  await Promise.all([
    personId !== null &&
      db.query(
        `update memberships set person_id = null, updated_at = $4 where org_id = $1 and person_id = $3 and id <> $2`,
        [db.orgId, id, personId, now],
      ),
    db.query(`update memberships set person_id = $3, updated_at = $4 where org_id = $1 and id = $2`, [
      db.orgId,
      id,
      personId,
      now,
    ]),
  ])
}

/**
 * Locks a person who is to get a login, before the members: nobody erases them meanwhile, or links them to another login that
 * the members, who are found as they were before the wait, would not show.
 */
export const lockLinkable = (db: Db, personId: string): Promise<unknown> =>
  db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for no key update`, [db.orgId, personId])

/** A person whom a login is to belong to; undefined for an unknown id. */
export async function findLinkable(
  db: Db,
  personId: string,
): Promise<{ id: string; name: string; erased: boolean } | undefined> {
  const [person] = await db.query<{ id: string; name: string; erased: boolean }>(
    `select p.id, ${personName('p')} as name, p.erased_at is not null as erased
       from people p where p.org_id = $1 and p.id = $2`,
    [db.orgId, personId],
  )
  return person
}
