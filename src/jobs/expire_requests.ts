import { closeAll } from '../services/approvals/outdated.ts'
import { ofOrganization } from '../db/system.ts'
import type { Db } from '../db/transaction.ts'
import { addDays, today } from '../domain/day.ts'
import { originOfService } from '../events/origin.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { lockExpired, lockOfLeavers } from '../queries/org/approval-writes.ts'
import { findWithDueRequests } from '../queries/system/approvals.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** A minute after each quarter of an hour, because time zones differ by quarters: a day may just have begun in one. */
export const cron = '1,16,31,46 * * * *'

interface Due {
  org_id: string
  time_zone: string
}

/** Requests that are closed in one transaction: nobody says how many of them an organization may have. */
const batch = 250

/**
 * Closes requests that nobody decided in time, and requests about people who have left. Each organization has its own
 * transactions and its own today. A request that is just being decided is left for the next run.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue<Due>(
    helpers,
    (db) => findWithDueRequests(db, addDays(today(now, 'UTC'), 1)),
    ({ org_id: id }) => `close requests of the organization ${id}`,
    async (due, system) => {
      // What a batch has closed is not found again.
      for (let more = true; more && !helpers.abortSignal?.aborted;)
        more = await system((db) => closeSome(ofOrganization(db, due.org_id, helpers.vault), due, now))
    },
  )
}

/** Closes a batch for each of the two reasons. Answers whether there may be more. */
async function closeSome(db: Db, { time_zone }: Due, now: Date): Promise<boolean> {
  const scope = { db, now, today: today(now, time_zone) }
  const left = await lockOfLeavers(db, scope.today, batch)
  const outdated = await closeAll(scope, left, 'outdated', 'person_left')
  const late = await lockExpired(db, scope.today, batch)
  const expired = await closeAll(scope, late, 'expired', 'ran_out')
  const domainEvents = [...outdated.closed, ...expired.closed]
  const origin = originOfService('service.expire_requests', now)
  if (domainEvents.length > 0) await writeDomainEvents(db, origin, domainEvents).written
  return left.length === batch || late.length === batch
}
