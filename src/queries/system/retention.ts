import type { SystemDb } from '../../db/system.ts'
import type { Db } from '../../db/transaction.ts'
import type { Retention } from '../../domain/retention.ts'

/** Organizations that have said how long they keep what is over. */
export async function findWithRetention(db: SystemDb): Promise<(Retention & { org_id: string })[]> {
  const { rows } = await db.query<Retention & { org_id: string }>(
    `select s.org_id, s.log_days, s.sessions_days, s.mails_days from retention_settings s order by s.org_id`,
  )
  return rows
}

/** The first id that can be made at a time: ids begin with their time, so those before it are found by them alone. */
const firstIdAt = (time: Date): string => {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

/** Removes lines of the log from before a time, at most so many. Answers how many. */
export async function removeLines(db: Db, before: Date, limit: number): Promise<number> {
  const removed = await db.query(
    `delete from activity a
      where a.org_id = $1
        and a.id in (select l.id from activity l where l.org_id = $1 and l.id < $2 and l.at < $3 order by l.id limit $4)
      returning 1`,
    [db.orgId, firstIdAt(before), before, limit],
  )
  return removed.length
}

/** Removes sessions that were over before a time, at most so many. Answers how many. */
export async function removeSessions(db: Db, before: Date, limit: number): Promise<number> {
  const removed = await db.query<{ id: string }>(
    `delete from sessions s
      where s.org_id = $1
        and s.id in (select x.id from sessions x where x.org_id = $1 and least(x.expires_at, x.ended_at) < $2 limit $3)
      returning s.id`,
    [db.orgId, before, limit],
  )
  await db.query(
    `delete from credential_lookups l
      where l.org_id = $1 and l.kind = 'web' and l.credential_id = any($2::uuid[])`,
    [db.orgId, removed.map(({ id }) => id)],
  )
  return removed.length
}

/** Removes mails that were sent, or given up, before a time, at most so many. Answers how many. */
export async function removeMails(db: Db, before: Date, limit: number): Promise<number> {
  const removed = await db.query(
    `delete from mails m
      where m.org_id = $1
        and m.id in (select x.id from mails x where x.org_id = $1 and x.ended_at < $2 limit $3)
      returning 1`,
    [db.orgId, before, limit],
  )
  return removed.length
}
