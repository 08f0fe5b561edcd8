import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import type { OptionalMails } from '../../domain/optional-mails.ts'
import { invitesAndWhom } from '../org/invites.ts'
import { wantedMails } from './optional-mails.ts'
import { employedSince, hasLogin, personName, stays } from '../fragments.ts'

/** The organization, as mails name it, and the kinds of mails that one can do without that it wants. */
export interface MailOrganization extends OptionalMails {
  name: string
  slug: string
  language: string | null
  time_zone: string
  logo_hash: string | null
  /** A paused or closed one lets in owners and admins alone. */
  status: 'active' | 'paused' | 'closed'
  pause_reason: 'unpaid' | 'details_missing' | null
  /** When the data of a closed one goes. */
  delete_on: Day | null
}

export async function loadMailOrganization(db: Db): Promise<MailOrganization> {
  const [row] = await db.query<MailOrganization>(
    `select o.name, o.slug, o.language, o.time_zone, o.logo_hash, o.status, o.pause_reason, o.delete_on::text as delete_on,
            ${wantedMails('s')}
       from organizations o
       left join notification_settings s on s.org_id = $1
      where o.org_id = $1`,
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

/** A person at work. The mailbox of somebody who has left may be another's by now. */
export async function findPersonToMail(db: Db, personId: string, today: Day): Promise<Receiver | undefined> {
  const [row] = await db.query<Receiver>(
    `select ${personName('p')} as name, p.work_email as email, u.language, p.id as person_id
       from people p
       left join memberships m on m.org_id = $1 and m.person_id = p.id
       left join users u       on u.org_id = $1 and u.id = m.user_id
      where p.org_id = $1 and p.id = $2 and p.erased_at is null and ${stays('p.id', '$3')}`,
    [db.orgId, personId, today],
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

/** The contents of the mail of an invite. */
export interface InviteLetterRow {
  email: string
  token_hash: Buffer
  /** The link works no more, for anybody. */
  over: boolean
  expires_at: string
  name: string
  inviter: string | null
  inviter_email: string | null
  /** By now; null for the first owner. */
  person_email_key: string | null
  language: string | null
}

/**
 * Loads the contents of the mail of an invite. Its link is over for the same reasons for which it would be refused.
 *
 * @param of.standing roles of a sender and of a receiver whose invites stand (`standingInvites`)
 */
export async function loadInviteLetter(
  db: Db,
  { id, standing }: { id: string; standing: readonly string[] },
  now: Date,
  today: Day,
): Promise<InviteLetterRow | undefined> {
  const [row] = await db.query<InviteLetterRow>(
    `select i.email, i.token_hash, i.expires_at,
            i.accepted_at is not null or i.revoked_at is not null or i.expires_at <= $3 or coalesce(m.status, 'active') <> 'active'
              or coalesce(${hasLogin('u')}, false) or p.erased_at is not null
              or p.id is not null and ${employedSince('p.id', '$4')} is null
              or i.created_by is not null
                 and not coalesce(im.status = 'active' and im.role || ' ' || coalesce(m.role, i.role) = any($5::text[]), false) as over,
            coalesce(${personName('p')}, u.display_name) as name,
            coalesce(${personName('ip')}, iu.display_name) as inviter, iu.email as inviter_email, p.work_email_key as person_email_key, u.language
       from ${invitesAndWhom}
      where i.org_id = $1 and i.id = $2
      order by m.person_id nulls last
      limit 1`,
    [db.orgId, id, now, today, standing],
  )
  return row
}
