import { randomUUIDv7 } from 'node:crypto'
import { ofOrganization, type SystemDb } from '../db/system.ts'
import { addDays, today } from '../domain/day.ts'
import { markReminded } from '../queries/org/reminders.ts'
import type { DueTask } from '../queries/platform/due-tasks.ts'
import { findOrganizationsToRemind } from '../queries/system/reminders.ts'
import { remindOfDays, tellDueTasks } from '../services/notifications/remind.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** Midnight falls on one of these minutes in every time zone. */
export const cron = '*/5 * * * *'

/**
 * Reminds members, soon after midnight of their organization, of days that come and of tasks that are due. A day that was
 * missed, because nothing ran, is made up for. Tasks come first, some at a time: who was told of one is not told again, unless it is
 * due on a later day by now. The mark of the day and what is told of days are one transaction.
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
      const within = (client: SystemDb) => ({
        ...{ db: ofOrganization(client, org_id, helpers.vault), now, today: day, newId: randomUUIDv7 },
      })
      for (let after: DueTask | null | undefined; after !== null;) {
        if (helpers.abortSignal?.aborted) return
        after = await system((client) => tellDueTasks(within(client), after ?? null))
      }
      await system(async (client) => {
        const ctx = within(client)
        if (await markReminded(ctx.db, day)) await remindOfDays(ctx)
      })
    },
  )
}
