import type { Db } from '../../db/transaction.ts'
import { defaultRetention, type Retention } from '../../domain/retention.ts'

/** Times for which the organization keeps what is over; the defaults when nobody has set anything. */
export async function getRetention(db: Db): Promise<Retention> {
  const [row] = await db.query<Retention>(
    `select s.log_days, s.sessions_days, s.mails_days from retention_settings s where s.org_id = $1`,
    [db.orgId],
  )
  return row ?? defaultRetention
}

/** These times, while nobody else changes them until the transaction ends. Take it after people. */
export async function lockRetention(db: Db): Promise<Retention> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  return getRetention(db)
}

export async function saveRetention(db: Db, kept: Retention, now: Date): Promise<void> {
  await db.query(
    `insert into retention_settings (org_id, log_days, sessions_days, mails_days, updated_at)
     values ($1, $2, $3, $4, $5)
     on conflict (org_id) do update
        set log_days = excluded.log_days, sessions_days = excluded.sessions_days,
            mails_days = excluded.mails_days, updated_at = excluded.updated_at`,
    [db.orgId, kept.log_days, kept.sessions_days, kept.mails_days, now],
  )
}
