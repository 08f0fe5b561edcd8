import { ofOrganization } from '../db/system.ts'
import type { Db } from '../db/transaction.ts'
import { today, type Day } from '../domain/day.ts'
import { originOfService } from '../events/origin.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { findWithOpenRequests } from '../queries/system/approvals.ts'
import { signalUntold } from '../services/approvals/untold.ts'
import { forEachDue, forEachPage, type JobTask, type Page } from './job.ts'

export const payload = {} as const
/** Two minutes after each quarter of an hour: a day that begins has begun by then, and what ran out is closed. */
export const cron = '2,17,32,47 * * * *'

/** Requests that are looked at in one transaction: nobody says how many of them an organization may have. */
const batch = 250

/**
 * Tells those who decide a request by now, such as the next manager of a person, where whoever could decide it before was
 * told and none of them was. So somebody new in HR does not hear of all that the others have heard of.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue(
    helpers,
    findWithOpenRequests,
    ({ org_id: id }) => `tell who decides the requests of the organization ${id}`,
    async ({ org_id: orgId, time_zone: timeZone }, system) => {
      const moment = { now, today: today(now, timeZone) }
      await forEachPage(helpers, batch, (page) =>
        system((db) => tellSome(ofOrganization(db, orgId, undefined), page, moment)),
      )
    },
  )
}

/** Tells of some requests. Answers the last of those that were looked at, undefined when there are no more. */
async function tellSome(db: Db, page: Page, moment: { now: Date; today: Day }): Promise<string | undefined> {
  const { lastId, signals } = await signalUntold(db, page, moment.today)
  if (signals.length > 0) {
    const origin = originOfService('service.tell_deciders', moment.now)
    await writeDomainEvents(db, origin, [{ activity: [], signals }]).written
  }
  return lastId
}
