import type { Db } from '../../db/transaction.ts'
import type { Caller, Role } from '../../domain/caller.ts'
import { emailKey } from '../../domain/email.ts'
import type { Provider } from '../../domain/sign-in.ts'

/** A login as it stands while nobody else can change it. */
export interface LockedLogin {
  role: Role
  active: boolean
  organization_status: Caller['organization']['status']
  /** The number of times that the member was disabled until now. */
  disablings: number
  password_hash: string | null
  /** The accounts at providers that are linked. */
  accounts: Partial<Record<Provider, string>>
}

/**
 * Locks a member until the transaction ends, and reads the login after that. Whatever changes how one signs in, or ends
 * all sessions, locks the member first, too.
 */
export async function lockLogin(db: Db, membershipId: string): Promise<LockedLogin> {
  const [, [login]] = await Promise.all([
    lockOwnMember(db, membershipId),
    db.query<LockedLogin>(
      `select m.role, m.status = 'active' as active, o.status as organization_status, m.disablings, u.password_hash,
              (select coalesce(jsonb_object_agg(i.provider, i.account), '{}') from identities i
                where i.org_id = $1 and i.user_id = u.id and i.account is not null) as accounts
         from memberships m
         join users u         on u.org_id = $1 and u.id = m.user_id
         join organizations o on o.org_id = $1
        where m.org_id = $1 and m.id = $2`,
      [db.orgId, membershipId],
    ),
  ])
  return login!
}

/** Facts that decide what the owner of a session may still do with their login. */
export interface OwnStanding {
  role: Role
  status: Caller['organization']['status']
  pauseReason: Caller['organization']['pauseReason']
  deleteOn: Caller['organization']['deleteOn']
}

/**
 * Locks a member and one of their sessions until the transaction ends. Answers undefined when the session does not work
 * any more: somebody may have ended it since the request was let in.
 */
export async function lockOwnSession(
  db: Db,
  { membershipId, credential }: Pick<Caller, 'membershipId' | 'credential'>,
): Promise<OwnStanding | undefined> {
  const [, [live]] = await Promise.all([
    lockOwnMember(db, membershipId),
    db.query<OwnStanding>(
      `select m.role, o.status, o.pause_reason as "pauseReason", o.delete_on::text as "deleteOn"
         from sessions s
         join memberships m on m.org_id = $1 and m.id = s.membership_id and m.status = 'active'
         join organizations o on o.org_id = $1
        where s.org_id = $1 and s.id = $2 and s.membership_id = $3 and s.ended_at is null
          for no key update of s`,
      [db.orgId, credential.id, membershipId],
    ),
  ])
  return live
}

/**
 * Locks a member until the transaction ends. Whatever changes how one signs in, or ends sessions, does so first, and a sign-in
 * that is under way does before its session starts.
 */
export const lockOwnMember = (db: Db, membershipId: string): Promise<unknown> =>
  db.query(`select 1 from memberships m where m.org_id = $1 and m.id = $2 for no key update`, [
    db.orgId,
    membershipId,
  ])

/** Locks the member whose login has this e-mail in the same way, if there is one. */
export const lockOwnMemberByEmail = (db: Db, emailKey: string): Promise<unknown> =>
  db.query(
    `select 1 from memberships m
      where m.org_id = $1
        and m.user_id = (select u.id from users u where u.org_id = $1 and u.email_key = $2)
        for no key update of m`,
    [db.orgId, emailKey],
  )

/** Sets the password of a login. */
export async function setPassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db.query(`update users set password_hash = $3, updated_at = $4 where org_id = $1 and id = $2`, [
    db.orgId,
    userId,
    hash,
    now,
  ])
}

/** Sets what a login signs in with. */
export async function setEmail(db: Db, userId: string, email: string, now: Date): Promise<void> {
  await db.query(
    `update users set email = $3, email_key = $4, updated_at = $5
      where org_id = $1 and id = $2 and email <> $3`,
    [db.orgId, userId, email, emailKey(email), now],
  )
}
