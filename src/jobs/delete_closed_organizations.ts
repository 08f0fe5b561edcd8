import type { SystemDb } from '../db/system.ts'
import { addDays, today, type Day } from '../domain/day.ts'
import { deleteRows } from '../queries/system/deletion.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** A minute after each quarter of an hour, because time zones differ by quarters: a day may just have begun in one. */
export const cron = '1,16,31,46 * * * *'

interface Closed {
  org_id: string
  time_zone: string
  delete_on: Day
}

/**
 * Deletes closed organizations when their day of deletion has begun in their time zone. Each has its own transaction:
 * the next run continues after a crash, and an organization that cannot be deleted does not stop the others.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue<Closed>(
    helpers,
    (db) => findClosed(db, now),
    ({ org_id: id }) => `delete the closed organization ${id}`,
    async (closed, system) => {
      if (closed.delete_on > today(now, closed.time_zone)) return
      const gone = await system((db) => deleteUnlessResumed(db, closed))
      if (gone) helpers.logger.warn(`deleted the closed organization ${closed.org_id}`)
    },
  )
}

/** Organizations whose day of deletion has begun somewhere on Earth. */
async function findClosed(db: SystemDb, now: Date): Promise<Closed[]> {
  const { rows } = await db.query<Closed>(
    `select org_id, time_zone, delete_on::text
       from organizations
      where status = 'closed' and delete_on <= $1
      order by delete_on`,
    [addDays(today(now, 'UTC'), 1)],
  )
  return rows
}

/** Deletes an organization unless it was resumed, or its day changed, meanwhile. A command that comes later waits. */
async function deleteUnlessResumed(db: SystemDb, { org_id, delete_on }: Closed): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from organizations where org_id = $1 and status = 'closed' and delete_on = $2 for update`,
    [org_id, delete_on],
  )
  if (rows.length > 0) await deleteRows(db, org_id)
  return rows.length > 0
}
