import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import { hasLogin, personName } from '../fragments.ts'
import { lockOwnMemberByEmail } from './logins.ts'

export interface NewReset {
  id: string
  membership_id: string
  token_hash: Buffer
  basis: Buffer
  created_at: Date
  expires_at: Date
}

/** Makes a link for a new password. */
export async function insertReset(db: Db, reset: NewReset): Promise<void> {
  await db.query(
    `insert into password_resets (org_id, id, membership_id, token_hash, basis, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      db.orgId,
      reset.id,
      reset.membership_id,
      reset.token_hash,
      reset.basis,
      reset.created_at,
      reset.expires_at,
    ],
  )
}

/** Ends the links for a new password of members. */
export async function endResets(db: Db, membershipIds: readonly string[], now: Date): Promise<void> {
  await db.query(
    `update password_resets set ended_at = $3 where org_id = $1 and membership_id = any($2::uuid[]) and ended_at is null`,
    [db.orgId, membershipIds, now],
  )
}

/** A login as a link of a mail rests on it. */
export interface LinkedLogin {
  membership_id: string
  user_id: string
  person_id: string | null
  email: string
  email_key: string
  /** Their name: that of the person, if there is one. */
  name: string
  language: string | null
  role: Role
  active: boolean
  has_login: boolean
  password_hash: string | null
}

/** The columns of a login, of the tables `loginTables` joined to `memberships m`. */
export const loginColumns = `m.id as membership_id, m.user_id, m.person_id, u.email, u.email_key, u.language, m.role, u.password_hash,
            coalesce(${personName('p')}, u.display_name) as name, m.status = 'active' as active, ${hasLogin('u')} as has_login`

export const loginTables = `join users u on u.org_id = $1 and u.id = m.user_id
       left join people p on p.org_id = $1 and p.id = m.person_id`

/**
 * The login with this e-mail. Its member is locked until the transaction ends, and before the login is read: the link rests on
 * the password, which somebody may be changing.
 */
export async function lockLoginByEmail(db: Db, emailKey: string): Promise<LinkedLogin | undefined> {
  await lockOwnMemberByEmail(db, emailKey)
  const [row] = await db.query<LinkedLogin>(
    `select ${loginColumns}
       from memberships m
       ${loginTables}
      where m.org_id = $1 and u.email_key = $2`,
    [db.orgId, emailKey],
  )
  return row
}

/** A link for a new password, and whose it is. */
export interface ResetRow extends LinkedLogin {
  id: string
  token_hash: Buffer
  basis: Buffer
  expires_at: string
  ended_at: string | null
}

const resets = `from password_resets r
       join memberships m on m.org_id = $1 and m.id = r.membership_id
       ${loginTables}`

const columns = `r.id, r.token_hash, r.basis, r.expires_at, r.ended_at, ${loginColumns}`

export async function findReset(
  db: Db,
  by: { id: string } | { tokenHash: Buffer },
): Promise<ResetRow | undefined> {
  const [row] =
    'id' in by
      ? await db.query<ResetRow>(`select ${columns} ${resets} where r.org_id = $1 and r.id = $2`, [
          db.orgId,
          by.id,
        ])
      : await db.query<ResetRow>(`select ${columns} ${resets} where r.org_id = $1 and r.token_hash = $2`, [
          db.orgId,
          by.tokenHash,
        ])
  return row
}

/** Finds a reset, with the member locked until the transaction ends: a link is used once. */
export async function lockReset(db: Db, tokenHash: Buffer): Promise<ResetRow | undefined> {
  await db.query(
    `select 1 from memberships m
      where m.org_id = $1
        and m.id = (select r.membership_id from password_resets r where r.org_id = $1 and r.token_hash = $2)
        for no key update of m`,
    [db.orgId, tokenHash],
  )
  return findReset(db, { tokenHash })
}
