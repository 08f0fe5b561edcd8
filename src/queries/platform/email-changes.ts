import type { Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import { lockOwnMember } from './logins.ts'
import { loginColumns, loginTables, type LinkedLogin } from './password-resets.ts'

export interface NewEmailChange {
  id: string
  membership_id: string
  email: string
  token_hash: Buffer
  basis: Buffer
  created_at: Date
  expires_at: Date
}

/** Makes a link by which a login gets another e-mail. Links from before end: the newest address is the one that is meant. */
export async function replaceEmailChange(db: Db, change: NewEmailChange): Promise<void> {
  await endEmailChanges(db, [change.membership_id], change.created_at)
  await db.query(
    `insert into email_changes (org_id, id, membership_id, email, token_hash, basis, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      db.orgId,
      change.id,
      change.membership_id,
      change.email,
      change.token_hash,
      change.basis,
      change.created_at,
      change.expires_at,
    ],
  )
}

/** Ends the links of members to another e-mail. */
export async function endEmailChanges(db: Db, membershipIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `update email_changes set ended_at = $3 where org_id = $1 and membership_id = any($2::uuid[]) and ended_at is null`,
    [db.orgId, membershipIds, now],
  )
}

/** A login that is to get another e-mail, with the number of links that it has got since a time. */
export interface ChangingLogin extends LinkedLogin {
  links: number
  /** The address of the link that is open, which may have expired; null: none is. */
  asked: string | null
}

/** Locks a member until the transaction ends, and reads their login after that. */
export async function lockChangingLogin(db: Db, membershipId: string, since: Date): Promise<ChangingLogin> {
  const [, [login]] = await Promise.all([
    lockOwnMember(db, membershipId),
    db.query<ChangingLogin>(
      `select ${loginColumns},
              (select count(*)::int from email_changes c
                where c.org_id = $1 and c.membership_id = m.id and c.created_at > $3) as links,
              (select c.email from email_changes c
                where c.org_id = $1 and c.membership_id = m.id and c.ended_at is null
                order by c.created_at desc limit 1) as asked
         from memberships m
         ${loginTables}
        where m.org_id = $1 and m.id = $2`,
      [db.orgId, membershipId, since],
    ),
  ])
  return login!
}

/** The member who has a person, and signs in with this e-mail or has a link to another one. */
export async function findMemberSigningInWith(
  db: Db,
  personId: string,
  key: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select m.id from memberships m
       join users u on u.org_id = $1 and u.id = m.user_id
      where m.org_id = $1 and m.person_id = $2
        and (u.email_key = $3 or exists (
              select 1 from email_changes c
               where c.org_id = $1 and c.membership_id = m.id and c.ended_at is null))`,
    [db.orgId, personId, key],
  )
  return row?.id
}

/** Tells whether another login has an e-mail. */
export async function isEmailTaken(db: Db, email: string, userId: string): Promise<boolean> {
  const [row] = await db.query(
    `select 1 from users u where u.org_id = $1 and u.email_key = $2 and u.id <> $3`,
    [db.orgId, emailKey(email), userId],
  )
  return row !== undefined
}

/** A link to another e-mail, and whose it is: `email` is what the login has, `new_email` what it is to have. */
export interface EmailChangeRow extends LinkedLogin {
  id: string
  new_email: string
  /** The e-mail of the login until it was changed; null until then. */
  email_before: string | null
  token_hash: Buffer
  basis: Buffer
  expires_at: string
  ended_at: string | null
}

const columns = `c.id, c.email as new_email, c.email_before, c.token_hash, c.basis, c.expires_at, c.ended_at, ${loginColumns}`

const changes = `from email_changes c
       join memberships m on m.org_id = $1 and m.id = c.membership_id
       ${loginTables}`

export async function findEmailChange(
  db: Db,
  by: { id: string } | { tokenHash: Buffer },
): Promise<EmailChangeRow | undefined> {
  const [row] =
    'id' in by
      ? await db.query<EmailChangeRow>(`select ${columns} ${changes} where c.org_id = $1 and c.id = $2`, [
          db.orgId,
          by.id,
        ])
      : await db.query<EmailChangeRow>(
          `select ${columns} ${changes} where c.org_id = $1 and c.token_hash = $2`,
          [db.orgId, by.tokenHash],
        )
  return row
}

/** Finds a link, with the member locked until the transaction ends: a link is used once. */
export async function lockEmailChange(db: Db, tokenHash: Buffer): Promise<EmailChangeRow | undefined> {
  await db.query(
    `select 1 from memberships m
      where m.org_id = $1
        and m.id = (select c.membership_id from email_changes c where c.org_id = $1 and c.token_hash = $2)
        for no key update of m`,
    [db.orgId, tokenHash],
  )
  return findEmailChange(db, { tokenHash })
}

/** Gives a login the e-mail of a link, which was proven to be its own, and ends the link. */
export async function useEmailChange(
  db: Db,
  { id, user_id: userId, email, new_email }: EmailChangeRow,
  now: Date,
): Promise<void> {
  await db.query(
    `update users set email = $3, email_key = $4, email_verified_at = $5, updated_at = $5 where org_id = $1 and id = $2`,
    [db.orgId, userId, new_email, emailKey(new_email), now],
  )
  await db.query(`update email_changes set email_before = $3, ended_at = $4 where org_id = $1 and id = $2`, [
    db.orgId,
    id,
    email,
    now,
  ])
}
