import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { hasLogin, personName } from '../fragments.ts'

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

/** All members, sorted by name and e-mail. */
export function listMembers(db: Db): Promise<MemberRow[]> {
  return db.query(
    `select m.id as membership_id, m.user_id, u.email, u.display_name as name, m.role, m.status, m.person_id,
            ${hasLogin('u')} as has_login
       from memberships m
       join users u on u.org_id = $1 and u.id = m.user_id
      where m.org_id = $1
      order by u.display_name collate "und-x-icu", u.email collate "und-x-icu", m.id`,
    [db.orgId],
  )
}

/** A member whose login may close, or an owner. */
export interface LockedMember {
  id: string
  role: Role
  person_id: string | null
  /** The name of the person; null without one. */
  name: string | null
  has_login: boolean
}

/**
 * The members who belong to these people or have this role, without those who are disabled, in order of their ids. They
 * are locked until the transaction ends: two of them could otherwise be shut out at the same time, each because the other
 * one is left.
 */
export function lockMembersOf(db: Db, personIds: readonly string[], role: Role): Promise<LockedMember[]> {
  return db.query(
    `select m.id, m.role, m.person_id, ${personName('p')} as name, ${hasLogin('u')} as has_login
       from memberships m
       join users u       on u.org_id = $1 and u.id = m.user_id
       left join people p on p.org_id = $1 and p.id = m.person_id
      where m.org_id = $1 and m.status = 'active' and (m.person_id = any($2::uuid[]) or m.role = $3)
      order by m.id
        for no key update of m`,
    [db.orgId, personIds, role],
  )
}

/** Shuts members out: their sessions and API keys stop working at once. */
export async function disableMembers(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.query(
    `update memberships set status = 'disabled', updated_at = $3 where org_id = $1 and id = any($2::uuid[])`,
    [db.orgId, ids, now],
  )
}
