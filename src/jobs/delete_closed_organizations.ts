import { ofOrganization, type SystemDb } from '../db/system.ts'
import { addDays, today, type Day } from '../domain/day.ts'
import { tellAdministration } from '../mail/tell-administration.ts'
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

/** So many days before its deletion, the owners and admins of an organization are reminded of it. */
const remindDays = 7
/** Whoever was told so shortly before need not be reminded: one day more, because days do not all have 24 hours. */
const toldMs = (remindDays + 1) * 86_400_000

/**
 * Deletes closed organizations when their day of deletion has begun in their time zone, and reminds of that day. Each has
 * its own transaction: the next run continues after a crash, and an organization that cannot be deleted does not stop the
 * others.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue<Closed>(
    helpers,
    (db) => findClosed(db, now),
    ({ org_id: id }) => `delete the closed organization ${id}, or remind of it`,
    async (closed, system) => {
      const day = today(now, closed.time_zone)
      if (closed.delete_on > addDays(day, remindDays)) return
      if (closed.delete_on > day) return system((db) => remind(db, closed, now))
      const gone = await system((db) => deleteUnlessResumed(db, closed))
      if (gone) helpers.logger.warn(`deleted the closed organization ${closed.org_id}`)
    },
  )
}

/** Organizations whose day of deletion, or that of the reminder, has begun somewhere on Earth. */
async function findClosed(db: SystemDb, now: Date): Promise<Closed[]> {
  const { rows } = await db.query<Closed>(
    `select org_id, time_zone, delete_on::text
       from organizations
      where status = 'closed' and delete_on <= $1
      order by delete_on`,
    [addDays(today(now, 'UTC'), remindDays + 1)],
  )
  return rows
}

/** Deletes an organization unless it was resumed, or its day changed, meanwhile. */
async function deleteUnlessResumed(db: SystemDb, closed: Closed): Promise<boolean> {
  const still = await isStillClosed(db, closed)
  if (still) await deleteRows(db, closed.org_id)
  return still
}

async function remind(db: SystemDb, closed: Closed, now: Date): Promise<void> {
  if (!(await isStillClosed(db, closed))) return
  await tellAdministration(
    ofOrganization(db, closed.org_id, undefined),
    now,
    new Date(now.getTime() - toldMs),
  )
}

/** Holds the organization as it was found: a command that comes later waits. */
async function isStillClosed(db: SystemDb, { org_id, delete_on }: Closed): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from organizations where org_id = $1 and status = 'closed' and delete_on = $2 for update`,
    [org_id, delete_on],
  )
  return rows.length > 0
}
