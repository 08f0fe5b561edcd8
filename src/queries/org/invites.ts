import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import { employedSince, hasLogin, personName } from '../fragments.ts'

/** An invite, as lists show it. `person_id` is null for the first owner only. */
export interface InviteRow {
  id: string
  person_id: string | null
  membership_id: string | null
  email: string
  role: Role
  created_at: string
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
}

const columns = `i.id, i.person_id, i.membership_id, i.email, i.role, i.created_at, i.expires_at, i.accepted_at,
            i.revoked_at`

/** Each person may be invited any number of times. The contract tells the number. */
const mostListed = 20_000

/**
 * The newest invites of people; without `closed` only those whose link still works. Each of the conditions stands in the statement
 * only where it is one: so indexes find the few that are open, or are a person's.
 */
export function listInvites(
  db: Db,
  { personId, closed }: { personId: string | undefined; closed: boolean },
  now: Date,
): Promise<InviteRow[]> {
  const values: unknown[] = [db.orgId]
  return db.query(
    `select ${columns} from invites i
      where i.org_id = $1 and i.person_id is not null
        ${personId === undefined ? '' : `and i.person_id = $${values.push(personId)}`}
        ${closed ? '' : `and i.accepted_at is null and i.revoked_at is null and i.expires_at > $${values.push(now)}`}
      order by i.created_at desc, i.id desc
      limit ${mostListed}`,
    values,
  )
}

/** An invite with the name of its person, locked until the transaction ends. */
export async function lockInvite(
  db: Db,
  id: string,
): Promise<(InviteRow & { person_name: string | null }) | undefined> {
  const [row] = await db.query<InviteRow & { person_name: string | null }>(
    `select ${columns}, (select ${personName('p')} from people p where p.org_id = $1 and p.id = i.person_id) as person_name
       from invites i
      where i.org_id = $1 and i.id = $2 and i.person_id is not null
        for no key update of i`,
    [db.orgId, id],
  )
  return row
}

/** Somebody who is to be invited. */
export interface Invitee {
  id: string
  name: string
  work_email: string
  erased: boolean
  /** Nobody who works here, nor will. */
  left: boolean
  membership_id: string | null
  role: Role | null
  disabled: boolean
  has_login: boolean
  /** The membership of another login with the work e-mail of the person. */
  email_taken_by: string | null
}

/** A person who is to be invited. The person and the member are locked, so that no second invite is made meanwhile. */
export async function lockInvitee(db: Db, personId: string, today: Day): Promise<Invitee | undefined> {
  const [, , [row]] = await Promise.all([
    db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for no key update`, [
      db.orgId,
      personId,
    ]),
    db.query(`select 1 from memberships m where m.org_id = $1 and m.person_id = $2 for no key update`, [
      db.orgId,
      personId,
    ]),
    db.query<Omit<Invitee, 'email_taken_by'> & { email_taken_by: string | null }>(
      `select p.id, ${personName('p')} as name, p.work_email, p.erased_at is not null as erased,
              ${employedSince('p.id', '$3')} is null as "left",
              m.id as membership_id, m.role, coalesce(m.status <> 'active', false) as disabled,
              coalesce(${hasLogin('u')}, false) as has_login,
              (select om.id from users o join memberships om on om.org_id = $1 and om.user_id = o.id
                where o.org_id = $1 and o.email_key = p.work_email_key and o.id is distinct from m.user_id) as email_taken_by
         from people p
         left join memberships m on m.org_id = $1 and m.person_id = p.id
         left join users u       on u.org_id = $1 and u.id = m.user_id
        where p.org_id = $1 and p.id = $2`,
      [db.orgId, personId, today],
    ),
  ])
  return row
}

export interface NewInvite {
  id: string
  person_id: string | null
  membership_id: string | null
  email: string
  role: Role
  token_hash: Buffer
  /** The membership of who invites; null: the operator. */
  created_by: string | null
  created_at: Date
  expires_at: Date
}

/** Ends the links that were not used, of a person or a membership, and makes a new one. */
export async function replaceInvite(db: Db, invite: NewInvite): Promise<void> {
  await Promise.all([
    revokeOpenInvites(
      db,
      { personId: invite.person_id, membershipId: invite.membership_id },
      invite.created_at,
    ),
    db.query(
      `insert into invites (org_id, id, person_id, membership_id, email, role, token_hash, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        db.orgId,
        invite.id,
        invite.person_id,
        invite.membership_id,
        invite.email,
        invite.role,
        invite.token_hash,
        invite.created_by,
        invite.created_at,
        invite.expires_at,
      ],
    ),
  ])
}

/** Ends the links that were not used, of a person or a membership. */
export async function revokeOpenInvites(
  db: Db,
  { personId, membershipId }: { personId: string | null; membershipId: string | null },
  now: Date,
): Promise<void> {
  await db.query(
    `update invites set revoked_at = $4
      where org_id = $1 and (person_id = $2 or membership_id = $3) and accepted_at is null and revoked_at is null`,
    [db.orgId, personId, membershipId, now],
  )
}

export async function revokeInvite(db: Db, id: string, now: Date): Promise<void> {
  await db.query(`update invites set revoked_at = $3 where org_id = $1 and id = $2`, [db.orgId, id, now])
}

/** An invite as whoever has the link sees it. */
export interface OpenedInvite extends InviteRow {
  /** The name of its receiver. */
  name: string
  /** The name of its sender; null for the operator of the service. */
  inviter: string | null
  user_id: string | null
  /** Null: the operator. */
  created_by: string | null
  /** Null for one who is disabled. */
  inviter_role: Role | null
  /** By now; null for the first owner. */
  person_email_key: string | null
  person_erased: boolean
  person_left: boolean
  member_role: Role | null
  member_disabled: boolean
  /** The number of times that the member was disabled; 0 for who is no member yet. */
  disablings: number
  has_login: boolean
}

/**
 * Invites `i` and whom they concern: their receiver, a person `p` or a member `m` with the user `u`, and their sender, a member `im`
 * with the user `iu` and the person `ip`. Where two members match, the first by `m.person_id nulls last` is meant.
 */
export const invitesAndWhom = `invites i
       left join people p       on p.org_id = $1 and p.id = i.person_id
       left join memberships m  on m.org_id = $1
        and (m.id = i.membership_id or (i.person_id is not null and m.person_id = i.person_id))
       left join users u        on u.org_id = $1 and u.id = m.user_id
       left join memberships im on im.org_id = $1 and im.id = i.created_by
       left join users iu       on iu.org_id = $1 and iu.id = im.user_id
       left join people ip      on ip.org_id = $1 and ip.id = im.person_id`

/** The invite with this secret, and those whom it concerns. */
export async function findInvite(db: Db, tokenHash: Buffer, today: Day): Promise<OpenedInvite | undefined> {
  const [row] = await db.query<OpenedInvite>(
    `select ${columns}, coalesce(${personName('p')}, u.display_name) as name,
            m.id as membership_id, m.user_id, m.role as member_role, coalesce(m.status <> 'active', false) as member_disabled,
            coalesce(m.disablings, 0) as disablings, coalesce(${personName('ip')}, iu.display_name) as inviter, p.erased_at is not null as person_erased,
            i.created_by, case when im.status = 'active' then im.role end as inviter_role, p.work_email_key as person_email_key,
            p.id is not null and ${employedSince('p.id', '$3')} is null as person_left,
            coalesce(${hasLogin('u')}, false) as has_login
       from ${invitesAndWhom}
      where i.org_id = $1 and i.token_hash = $2
      order by m.person_id nulls last
      limit 1`,
    [db.orgId, tokenHash, today],
  )
  return row
}

/** Locks an invite and whom it concerns, in the order in which all lock them. */
export async function lockForAcceptance(
  db: Db,
  { id, person_id: personId, membership_id: membershipId }: OpenedInvite,
): Promise<void> {
  await Promise.all([
    personId !== null &&
      db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for no key update`, [
        db.orgId,
        personId,
      ]),
    db.query(
      `select 1 from memberships m where m.org_id = $1 and (m.id = $2 or m.person_id = $3) order by m.id for no key update`,
      [db.orgId, membershipId, personId],
    ),
    db.query(`select 1 from invites i where i.org_id = $1 and i.id = $2 for no key update`, [db.orgId, id]),
  ])
}

/** Marks an invite as used by this membership. */
export async function acceptInvite(db: Db, id: string, membershipId: string, now: Date): Promise<void> {
  await db.query(`update invites set accepted_at = $4, membership_id = $3 where org_id = $1 and id = $2`, [
    db.orgId,
    id,
    membershipId,
    now,
  ])
}

/** A new login of a person, as a member. */
export async function insertMember(
  db: Db,
  member: { userId: string; membershipId: string; personId: string; email: string; name: string; role: Role },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into users (org_id, id, email, email_key, display_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [db.orgId, member.userId, member.email, emailKey(member.email), member.name, now],
  )
  await db.query(
    `insert into memberships (org_id, id, user_id, role, person_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [db.orgId, member.membershipId, member.userId, member.role, member.personId, now],
  )
}
