import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { insertRows } from '../values.ts'

/** A mail that is to be written: what it is about, and whose it is. */
export interface NewMailRow {
  id: string
  kind: string
  about_id: string
  membership_id: string | null
  person_id: string | null
  status: 'pending' | 'failed'
  reason: string | null
  created_at: Date
  due_at: Date
  ended_at: Date | null
}

const columns = {
  id: 'uuid',
  kind: 'text',
  about_id: 'uuid',
  membership_id: 'uuid',
  person_id: 'uuid',
  status: 'text',
  reason: 'text',
  created_at: 'timestamptz',
  due_at: 'timestamptz',
  ended_at: 'timestamptz',
} satisfies Record<keyof NewMailRow, string>

/** Members with a role who are not disabled, and to whom fewer mails of a kind were written since a time than may be. */
export function findMembersToTell(
  db: Pick<Db, 'orgId' | 'query'>,
  role: string,
  { kind, since, most }: { kind: string; since: Date; most: number },
): Promise<{ id: string }[]> {
  return db.query(
    `select m.id from memberships m
      where m.org_id = $1 and m.role = $2 and m.status = 'active'
        and (select count(*) from mails w
              where w.org_id = $1 and w.membership_id = m.id and w.kind = $3 and w.created_at > $4) < $5
      order by m.id`,
    [db.orgId, role, kind, since, most],
  )
}

/** Members with one of these roles who are not disabled, for whom no mail of a kind waits, or was written since a time. */
export function findMembersWithoutMail(
  db: Pick<Db, 'orgId' | 'query'>,
  roles: readonly string[],
  kind: string,
  since: Date,
): Promise<{ id: string }[]> {
  return db.query(
    `select m.id from memberships m
      where m.org_id = $1 and m.role = any($2::text[]) and m.status = 'active'
        and not exists (select 1 from mails w
                         where w.org_id = $1 and w.membership_id = m.id and w.kind = $3
                           and (w.status = 'pending' or w.created_at > $4))
      order by m.id`,
    [db.orgId, roles, kind, since],
  )
}

export async function insertMails(
  db: Pick<Db, 'orgId' | 'query'>,
  mails: readonly NewMailRow[],
): Promise<void> {
  if (mails.length === 0) return
  await insertRows(db, 'mails', columns, mails)
}

/** The time in which changes of a login are put together in one mail. */
const togetherMs = 60_000

/**
 * Writes a mail that tells a member what changed about their login. If one waits to be sent, that one tells it, and no
 * later than a new one would.
 *
 * @param mail.aboutId the line of the log from which on it tells
 */
export function tellMember(
  db: Pick<Db, 'query'>,
  { id, aboutId, membershipId }: { id: string; aboutId: string; membershipId: string },
  now: Date,
): Promise<unknown> {
  return db.query('select tell_member($1, $2, $3, $4, $5)', [
    id,
    aboutId,
    membershipId,
    now,
    new Date(now.getTime() + togetherMs),
  ])
}

/**
 * Counts a mail of the day, if there are not so many yet. Others who write a mail for the organization wait until this
 * transaction ends, so that together they cannot be more.
 */
export async function countMail(db: Db, limit: number, day: Day): Promise<boolean> {
  if (limit === 0) return false
  const counted = await db.query(
    `insert into mail_days as d (org_id, day, used) values ($1, $2, 1)
     on conflict (org_id) do update
       set used = case when d.day = excluded.day then d.used + 1 else 1 end, day = excluded.day
       where d.day <> excluded.day or d.used < $3
     returning 1`,
    [db.orgId, day, limit],
  )
  return counted.length > 0
}

/** A mail that is being sent by this process, and by no other one. */
export interface ClaimedMail<Kind extends string = string> {
  id: string
  kind: Kind
  about_id: string
  membership_id: string | null
  person_id: string | null
  attempts: number
  created_at: string
}

/**
 * Takes a mail that is due, so that nobody else sends it.
 *
 * @param first also before it is due, if nobody has tried to send it yet
 * @param until when others may take it that whoever sends it is gone
 */
export async function claimMail<Kind extends string>(
  db: Db,
  id: string,
  { first, until }: { first: boolean; until: Date },
  now: Date,
): Promise<ClaimedMail<Kind> | undefined> {
  const [mail] = await db.query<ClaimedMail<Kind>>(
    `update mails
        set status = 'sending', attempts = attempts + 1, due_at = $4
      where org_id = $1 and id = $2 and status = 'pending' and (due_at <= $3 or ($5 and attempts = 0))
      returning id, kind, about_id, membership_id, person_id, attempts, created_at`,
    [db.orgId, id, now, until, first],
  )
  return mail
}

/** Ends a mail whose sender is gone. It may have been sent, so it is not sent again. */
export async function giveUpLost(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update mails
        set status = 'failed', reason = 'unknown', ended_at = $3
      where org_id = $1 and id = $2 and status = 'sending' and due_at <= $3`,
    [db.orgId, id, now],
  )
}

/** Notes what became of a mail, unless it was given up meanwhile: then it answers false. */
export async function settleMail(
  db: Db,
  { id, attempts }: Pick<ClaimedMail, 'id' | 'attempts'>,
  { status, reason, dueAt }: { status: 'pending' | 'sent' | 'failed'; reason: string | null; dueAt: Date },
  now: Date,
): Promise<boolean> {
  const noted = await db.query(
    `update mails
        set status = $4, reason = $5, due_at = $6, ended_at = case when $4 = 'pending' then null else $7::timestamptz end
      where org_id = $1 and id = $2 and status = 'sending' and attempts = $3
      returning 1`,
    [db.orgId, id, attempts, status, reason, dueAt, now],
  )
  return noted.length > 0
}

/** Puts off a mail that could not be written, so that it does not stand before all others. */
export async function putOffMail(
  db: Db,
  id: string,
  { until, most }: { until: Date; most: number },
  now: Date,
): Promise<void> {
  await db.query(
    `update mails
        set attempts = attempts + 1, due_at = $3, reason = 'error',
            status   = case when attempts < $4 then 'pending' else 'failed' end,
            ended_at = case when attempts < $4 then null else $5::timestamptz end
      where org_id = $1 and id = $2 and status = 'pending'`,
    [db.orgId, id, until, most, now],
  )
}
