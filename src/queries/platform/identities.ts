import type { Db } from '../../db/transaction.ts'
import type { Identity, Provider } from '../../domain/sign-in.ts'

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

export interface OwnIdentityRow {
  provider: Provider
  email: string | null
  linked_at: Date
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
