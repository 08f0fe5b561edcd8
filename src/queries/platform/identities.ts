import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Identity, Provider } from '../../domain/sign-in.ts'
import { hasLogin } from '../fragments.ts'
import { lockOwnMemberByEmail } from './logins.ts'

export interface LinkedRow {
  userId: string
  subject: string
}

/** The logins that have this account, and the account that this login has at the same provider: at most two. */
export function findIdentities(
  db: Db,
  userId: string,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<LinkedRow[]> {
  return db.query(
    `select i.user_id as "userId", i.account as subject
       from identities i
      where i.org_id = $1 and i.provider = $2 and i.account is not null and (i.account = $3 or i.user_id = $4)`,
    [db.orgId, provider, subject, userId],
  )
}

/** Links a login that has no account at this provider now. */
export async function saveIdentity(db: Db, userId: string, identity: Identity, now: Date): Promise<void> {
  const { provider, subject, email } = identity
  await db.query(
    `insert into identities (org_id, user_id, provider, account, email, linked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, user_id, provider) do update
       set account = excluded.account, email = excluded.email, linked_at = excluded.linked_at`,
    [db.orgId, userId, provider, subject, email, now],
  )
}

/** Unlinks an account. Of the row only the login and the provider stay. */
export async function clearIdentity(db: Db, userId: string, provider: Provider): Promise<void> {
  await db.query(
    `update identities set account = null, email = null, linked_at = null
      where org_id = $1 and user_id = $2 and provider = $3`,
    [db.orgId, userId, provider],
  )
}

/** Tells whether a member has unlinked the account that their login had at a provider: its empty row is left. */
export async function hasUnlinked(db: Db, userId: string, provider: Provider): Promise<boolean> {
  const rows = await db.query(
    `select 1 from identities i
      where i.org_id = $1 and i.user_id = $2 and i.provider = $3 and i.account is null`,
    [db.orgId, userId, provider],
  )
  return rows.length > 0
}

export interface OwnIdentityRow {
  provider: Provider
  email: string | null
  linked_at: string
}

/** The accounts of a login. */
export function listIdentities(db: Db, userId: string): Promise<OwnIdentityRow[]> {
  return db.query(
    `select i.provider, i.email, i.linked_at
       from identities i
      where i.org_id = $1 and i.user_id = $2 and i.account is not null
      order by i.provider`,
    [db.orgId, userId],
  )
}

/** A member who signs in with an account at a provider. */
export interface AccountMember {
  org_id: string
  membership_id: string
  user_id: string
  person_id: string | null
  role: Role
  active: boolean
  has_login: boolean
  disablings: number
  organization_status: 'active' | 'paused' | 'closed'
}

const member = `
  select m.org_id, m.id as membership_id, m.user_id, m.person_id, m.role, m.status = 'active' as active,
         ${hasLogin('u')} as has_login, m.disablings, o.status as organization_status
    from users u
    join memberships m on m.org_id = $1 and m.user_id = u.id
    join organizations o on o.org_id = $1`

/** The member whose login has this account. */
export async function findMemberByAccount(
  db: Db,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<AccountMember | undefined> {
  const [row] = await db.query<AccountMember>(
    `${member}
    join identities i on i.org_id = $1 and i.user_id = u.id
   where u.org_id = $1 and i.provider = $2 and i.account = $3`,
    [db.orgId, provider, subject],
  )
  return row
}

/** The member whose login has this e-mail, locked until the transaction ends. */
export async function lockMemberByEmail(db: Db, emailKey: string): Promise<AccountMember | undefined> {
  await lockOwnMemberByEmail(db, emailKey)
  const [row] = await db.query<AccountMember>(`${member} where u.org_id = $1 and u.email_key = $2`, [
    db.orgId,
    emailKey,
  ])
  return row
}

/** Notes that the e-mail of a login was proven to be its own. */
export async function markEmailVerified(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(
    `update users set email_verified_at = $3, updated_at = $3
      where org_id = $1 and id = $2 and email_verified_at is null`,
    [db.orgId, userId, now],
  )
}
