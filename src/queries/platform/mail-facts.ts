import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { personName } from '../fragments.ts'

/** The organization, as mails name it. */
export interface MailOrganization {
  name: string
  slug: string
  language: string | null
  time_zone: string
  logo_hash: string | null
}

export async function loadMailOrganization(db: Db): Promise<MailOrganization> {
  const [row] = await db.query<MailOrganization>(
    `select name, slug, language, time_zone, logo_hash from organizations where org_id = $1`,
    [db.orgId],
  )
  return row!
}

/** Somebody who gets a mail. */
export interface Receiver {
  name: string
  email: string
  language: string | null
  person_id: string | null
}

/** A person at work. */
export async function findPersonToMail(db: Db, personId: string): Promise<Receiver | undefined> {
  const [row] = await db.query<Receiver>(
    `select ${personName('p')} as name, p.work_email as email, u.language, p.id as person_id
       from people p
       left join memberships m on m.org_id = $1 and m.person_id = p.id
       left join users u       on u.org_id = $1 and u.id = m.user_id
      where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
    [db.orgId, personId],
  )
  return row
}

/** A member who is not disabled, and has one of these roles; without roles, any. */
export async function findMemberToMail(
  db: Db,
  membershipId: string,
  roles?: readonly Role[],
): Promise<Receiver | undefined> {
  const [row] = await db.query<Receiver>(
    `select coalesce(${personName('p')}, u.display_name) as name, u.email, u.language, m.person_id
       from memberships m
       join users u       on u.org_id = $1 and u.id = m.user_id
       left join people p on p.org_id = $1 and p.id = m.person_id
      where m.org_id = $1 and m.id = $2 and m.status = 'active'
        and ($3::text[] is null or m.role = any($3))`,
    [db.orgId, membershipId, roles ?? null],
  )
  return row
}
