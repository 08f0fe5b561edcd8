import { ofOrganization } from '../db/system.ts'
import type { Db } from '../db/transaction.ts'
import type { Retention } from '../domain/retention.ts'
import { findWithRetention, removeLines, removeMails, removeSessions } from '../queries/system/retention.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** No more often: it looks at all sessions and mails of an organization. `platform/retention.set` says that it takes an hour. */
export const cron = '47 * * * *'

const dayMs = 86_400_000
/** Rows that are removed in one transaction. */
const batch = 10_000
/** A limit for each organization and kind of rows in one run. The next one continues. */
const maxRounds = 100

/** The kinds of rows, and the days for which each is kept; null: for good. */
const kinds: {
  days: (kept: Retention) => number | null
  remove: (db: Db, before: Date, limit: number) => Promise<number>
}[] = [
  { days: ({ log_days }) => log_days, remove: removeLines },
  { days: ({ sessions_days }) => sessions_days, remove: removeSessions },
  { days: ({ mails_days }) => mails_days, remove: removeMails },
]

/** Removes what its organization keeps no longer: lines of the log, sessions and mails. */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock().getTime()
  await forEachDue(
    helpers,
    findWithRetention,
    ({ org_id: id }) => `remove what the organization ${id} keeps no longer`,
    async ({ org_id, ...kept }, system) => {
      for (const { days: daysOf, remove } of kinds) {
        const days = daysOf(kept)
        if (days === null) continue
        const before = new Date(now - days * dayMs)
        for (let round = 0; round < maxRounds && !helpers.abortSignal?.aborted; round++) {
          const removed = await system((db) => remove(ofOrganization(db, org_id, undefined), before, batch))
          if (removed < batch) break
        }
      }
    },
  )
}
