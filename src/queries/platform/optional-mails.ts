import type { Db } from '../../db/transaction.ts'
import {
  mostMails,
  optionalKinds,
  type OptionalKind,
  type OptionalMails,
} from '../../domain/optional-mails.ts'
import { enqueueJobs } from '../jobs.ts'
import { insertMails, type NewMailRow } from './mails.ts'

type Asking = Pick<Db, 'orgId' | 'query'>

/** The settings of an organization, and its optional mails of this month. */
export interface MailMonth {
  email: OptionalMails
  extra_limit: number
  /** The first day of the month, of the organization. */
  month: string
  active_people: number
  /** People who work here today, or did earlier in the month. */
  people_of_month: number
  sent: number
}

interface MonthRow extends OptionalMails {
  extra_limit: number
  month: string
  active_people: number
  people_of_month: number
  sent: number
}

/** The kinds that an organization wants: all of them without settings. */
export const wantedMails = (settings: string): string =>
  optionalKinds.map((kind) => `coalesce(${settings}.${kind}, true) as ${kind}`).join(', ')

/** The settings, and how many mails were sent this month. */
export async function getMailMonth(db: Asking, now: Date): Promise<MailMonth> {
  const [row] = await db.query<MonthRow>(
    `select ${wantedMails('s')}, coalesce(s.extra_limit, 0) as extra_limit,
            m.month, coalesce(u.sent, 0) as sent,
            (select count(*)::int from employments e
              where e.org_id = $1 and e.start_date <= m.today and (e.last_day is null or e.last_day >= m.today)) as active_people,
            (select count(distinct e.person_id)::int from employments e
              where e.org_id = $1 and e.start_date <= m.today and (e.last_day is null or e.last_day >= m.month)) as people_of_month
       from organizations o
      cross join lateral (
        select date_trunc('month', $2::timestamptz at time zone o.time_zone)::date as month,
               ($2::timestamptz at time zone o.time_zone)::date as today) m
       left join notification_settings s on s.org_id = $1
       left join mail_months u on u.org_id = $1 and u.month = m.month
      where o.org_id = $1`,
    [db.orgId, now],
  )
  const { reminders, approval_request, document_uploaded, ...rest } = row!
  return { email: { reminders, approval_request, document_uploaded }, ...rest }
}

/** Settings and mails of this month, locked until the transaction ends. */
export async function lockMailMonth(db: Db, now: Date): Promise<MailMonth> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  return getMailMonth(db, now)
}

/** Stores the settings. */
export async function storeMailSettings(
  db: Db,
  { email, extra_limit }: Pick<MailMonth, 'email' | 'extra_limit'>,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into notification_settings (org_id, reminders, approval_request, document_uploaded, extra_limit, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id) do update
       set reminders = excluded.reminders, approval_request = excluded.approval_request,
           document_uploaded = excluded.document_uploaded, extra_limit = excluded.extra_limit, updated_at = excluded.updated_at`,
    [db.orgId, email.reminders, email.approval_request, email.document_uploaded, extra_limit, now],
  )
}

/** A mail that a company can do without. */
export interface OptionalMail {
  id: string
  about_id: string
  membership_id: string
}

/**
 * Writes optional mails, as far as the settings and the month let them. The row of the month is locked, so that together no more
 * are written than may be. When that is the case for the first time in a month, owners and admins are told.
 *
 * @param adminRoles the roles that hear of it
 */
export async function writeOptionalMails(
  db: Asking,
  kind: OptionalKind,
  mails: readonly OptionalMail[],
  { adminRoles, newId }: { adminRoles: readonly string[]; newId: () => string },
  now: Date,
): Promise<void> {
  if (mails.length === 0) return
  const { email, extra_limit, month, people_of_month } = await getMailMonth(db, now)
  if (!email[kind]) return
  const limit = mostMails({ people_of_month, extra_limit })
  await db.query(`insert into mail_months (org_id, month, sent) values ($1, $2, 0) on conflict do nothing`, [
    db.orgId,
    month,
  ])
  const [before] = await db.query<{ sent: number; told: boolean }>(
    `select m.sent, m.told_at is not null as told from mail_months m where m.org_id = $1 and m.month = $2 for update`,
    [db.orgId, month],
  )
  const granted = mails.slice(0, Math.max(0, limit - before!.sent))
  const tells = granted.length < mails.length && !before!.told
  const admins = tells ? await findAdmins(db, adminRoles) : []
  const rows = [
    ...granted.map((mail) => rowOf(kind, mail, now)),
    ...admins.map(({ id }) =>
      rowOf('mail_limit', { id: newId(), about_id: db.orgId, membership_id: id }, now),
    ),
  ]
  await Promise.all([
    db.query(
      `update mail_months set sent = sent + $3, told_at = case when $4 then $5::timestamptz else told_at end
        where org_id = $1 and month = $2`,
      [db.orgId, month, granted.length, tells, now],
    ),
    insertMails(db, rows),
    rows.length > 0 && enqueueJobs(db, [{ task: 'send_mails', payload: {} }]),
  ])
}

/**
 * Counts a mail no more that was not sent. The month is the one in which it was written, of the organization.
 *
 * @param writtenAt when it was written
 */
export async function uncountMail(db: Asking, writtenAt: string): Promise<void> {
  await db.query(
    `update mail_months u
        set sent = greatest(0, u.sent - 1)
       from organizations o
      where u.org_id = $1 and o.org_id = $1
        and u.month = date_trunc('month', $2::timestamptz at time zone o.time_zone)::date`,
    [db.orgId, writtenAt],
  )
}

const findAdmins = (db: Asking, roles: readonly string[]): Promise<{ id: string }[]> =>
  db.query(
    `select m.id from memberships m
      where m.org_id = $1 and m.role = any($2::text[]) and m.status = 'active' order by m.id`,
    [db.orgId, roles],
  )

const rowOf = (kind: string, mail: OptionalMail, now: Date): NewMailRow => ({
  ...mail,
  kind,
  person_id: null,
  status: 'pending',
  reason: null,
  created_at: now,
  due_at: now,
  ended_at: null,
})
