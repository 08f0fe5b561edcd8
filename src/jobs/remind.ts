import { randomUUIDv7 } from 'node:crypto'
import { ofOrganization } from '../db/system.ts'
import { addDays, today } from '../domain/day.ts'
import { markReminded } from '../queries/org/reminders.ts'
import { findOrganizationsToRemind } from '../queries/system/reminders.ts'
import { remind } from '../services/notifications/remind.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** Midnight falls on one of these minutes in every time zone. */
export const cron = '*/5 * * * *'

/**
 * Reminds members, soon after midnight of their organization, of days that come and of tasks that are due. A day that was
 * missed, because nothing ran, is made up for. The mark of the day and what is told are one transaction, so it is told once.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue(
    helpers,
    (db) => findOrganizationsToRemind(db, addDays(today(now, 'UTC'), 1)),
    ({ org_id: id }) => `remind the members of the organization ${id}`,
    async ({ org_id, time_zone, reminded }, system) => {
      const day = today(now, time_zone)
      if (reminded !== null && reminded >= day) return
      await system(async (client) => {
        const db = ofOrganization(client, org_id)
        if (await markReminded(db, day)) await remind({ db, now, today: day, newId: randomUUIDv7 })
      })
    },
  )
}
