import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { hasLogin } from '../fragments.ts'

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
