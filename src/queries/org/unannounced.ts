import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { Effective, EffectiveSet, Postponed } from '../../domain/effective-at-once.ts'

/**
 * Changes that take effect on their day, and the marks that they were announced. Columns of the tables say so
 * (`start_announced_at`, `left_announced_at`, `login_settled_at`); partial indexes hold what is not announced.
 */

/** Changes that are due for some people. */
export interface Due extends EffectiveSet {
  /** First rows of employments. `person.started` covers them, so they are marked and nothing is sent. */
  firstRows: Effective[]
  /** Employments that are over, and whose person may still have a login. */
  logins: Effective[]
}

/**
 * Some of the people for whom something took effect by today that is not told, in order of their id. They are locked until
 * the transaction ends. Who is locked by others is left out: another worker tells it, or the job history is just changing
 * and the next run comes soon. `is true`: they are found once, and not for each person.
 *
 * @param afterId the last one of the batch before
 */
export async function lockDuePeople(
  db: Db,
  page: { afterId: string | null; limit: number },
  today: Day,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select p.id
       from people p
      where p.org_id = $1
        and (p.id in (
              select e.person_id from employments e
               where e.org_id = $1 and e.start_announced_at is null and e.start_date <= $2
              union all
              select e.person_id from employments e
               where e.org_id = $1 and e.last_day is not null and e.last_day < $2
                 and (e.left_announced_at is null or e.login_settled_at is null)
              union all
              select j.person_id from job_rows j
               where j.org_id = $1 and j.start_announced_at is null and j.valid_from <= $2)) is true
        and ($3::uuid is null or p.id > $3)
      order by p.id
      limit $4
        for no key update of p skip locked`,
    [db.orgId, today, page.afterId, page.limit],
  )
  return rows.map(({ id }) => id)
}

/** Finds all that took effect for these people by today and is not told. Lock them before. */
export async function findDue(db: Db, personIds: readonly string[], today: Day): Promise<Due> {
  const [employments, rows] = await Promise.all([
    db.query<{
      id: string
      person_id: string
      start_date: Day
      last_day: Day | null
      starts: boolean
      leaves: boolean
      login: boolean
    }>(
      `select e.id, e.person_id, e.start_date, e.last_day,
              e.start_announced_at is null and e.start_date <= $3 as starts,
              coalesce(e.left_announced_at is null and e.last_day < $3, false) as leaves,
              coalesce(e.login_settled_at is null and e.last_day < $3, false) as login
         from employments e
        where e.org_id = $1 and e.person_id = any($2::uuid[])
          and (e.start_announced_at is null or e.left_announced_at is null or e.login_settled_at is null)`,
      [db.orgId, personIds, today],
    ),
    db.query<{ id: string; person_id: string; valid_from: Day; is_first: boolean }>(
      `select j.id, j.person_id, j.valid_from, j.valid_from = e.start_date as is_first
         from job_rows j
         join employments e on e.org_id = $1 and e.id = j.employment_id
        where j.org_id = $1 and j.person_id = any($2::uuid[]) and j.start_announced_at is null and j.valid_from <= $3`,
      [db.orgId, personIds, today],
    ),
  ])
  const starts = employments
    .filter(({ starts }) => starts)
    .map((one) => ({ id: one.id, personId: one.person_id, day: one.start_date }))
  const ends = (which: 'leaves' | 'login') =>
    employments
      .filter((one) => one[which])
      .map((one) => ({ id: one.id, personId: one.person_id, day: one.last_day! }))
  const begun = (isFirst: boolean) =>
    rows
      .filter((row) => row.is_first === isFirst)
      .map((row) => ({ id: row.id, personId: row.person_id, day: row.valid_from }))
  return {
    started: starts,
    jobs: begun(false),
    firstRows: begun(true),
    left: ends('leaves'),
    logins: ends('login'),
  }
}

/** Rows to mark: ids of employments, and of job rows. */
export interface Marks {
  started?: readonly string[]
  jobs?: readonly string[]
  left?: readonly string[]
}

/** Marks as told. Whoever tells that something took effect does this in the same transaction, so it is told once. */
export async function markAnnounced(
  db: Db,
  { started = [], jobs = [], left = [] }: Marks,
  now: Date,
): Promise<void> {
  await Promise.all([
    started.length > 0 &&
      db.query(`update employments set start_announced_at = $3 where org_id = $1 and id = any($2::uuid[])`, [
        db.orgId,
        started,
        now,
      ]),
    started.length > 0 &&
      db.query(
        `update job_rows j
            set start_announced_at = $3
           from employments e
          where j.org_id = $1 and e.org_id = $1 and e.id = any($2::uuid[])
            and j.person_id = e.person_id and j.employment_id = e.id and j.valid_from = e.start_date`,
        [db.orgId, started, now],
      ),
    jobs.length > 0 &&
      db.query(`update job_rows set start_announced_at = $3 where org_id = $1 and id = any($2::uuid[])`, [
        db.orgId,
        jobs,
        now,
      ]),
    left.length > 0 &&
      db.query(`update employments set left_announced_at = $3 where org_id = $1 and id = any($2::uuid[])`, [
        db.orgId,
        left,
        now,
      ]),
  ])
}

/** Takes marks back, because the day was moved ahead: it is told when it comes. */
export async function unmarkTold(db: Db, { started, jobs, left }: Postponed): Promise<void> {
  await Promise.all([
    started.length > 0 &&
      db.query(
        `update employments set start_announced_at = null where org_id = $1 and id = any($2::uuid[])`,
        [db.orgId, started],
      ),
    jobs.length > 0 &&
      db.query(`update job_rows set start_announced_at = null where org_id = $1 and id = any($2::uuid[])`, [
        db.orgId,
        jobs,
      ]),
    left.length > 0 &&
      db.query(
        `update employments set left_announced_at = null, login_settled_at = null
          where org_id = $1 and id = any($2::uuid[])`,
        [db.orgId, left],
      ),
  ])
}

/** Marks that the logins of those who left were dealt with. */
export async function markLoginsSettled(db: Db, employmentIds: readonly string[], now: Date): Promise<void> {
  await db.query(`update employments set login_settled_at = $3 where org_id = $1 and id = any($2::uuid[])`, [
    db.orgId,
    employmentIds,
    now,
  ])
}

/** Picks the people who are employed on a day. */
export async function employedOn(db: Db, personIds: readonly string[], day: Day): Promise<Set<string>> {
  const rows = await db.query<{ person_id: string }>(
    `select e.person_id
       from employments e
      where e.org_id = $1 and e.person_id = any($2::uuid[])
        and e.start_date <= $3 and (e.last_day is null or e.last_day >= $3)`,
    [db.orgId, personIds, day],
  )
  return new Set(rows.map(({ person_id: id }) => id))
}
