import type { ClientBase } from 'pg'
import { removeFailedRuns, unlockStrayJobs } from '../queries/system/jobs.ts'
import type { JobTask } from './job.ts'

export const payload = {} as const
export const cron = '*/10 * * * *'

/** Rows of each kind that are removed in one transaction. */
const batch = 10_000
/** A limit of each sweep for one run. The next one, ten minutes later, continues. */
const maxRounds = 100
/** Functions of the database: each answers how many rows it removed. `$1` is the batch, `$2` the time. */
const sweeps = [
  'sweep_expired($1)',
  'sweep_removed_pay($1)',
  'sweep_webhooks($1)',
  'sweep_mails($1)',
  'sweep_oauth($1, $2)',
  'sweep_notifications($1, $2)',
  'sweep_email_changes($1, $2)',
]

/**
 * Removes idempotency records, sessions, events with their deliveries and counters that have expired, pay rows that were removed days ago, mails,
 * their links, notices and notifications from long ago, and what connected apps left behind. Each sweep is repeated while it finds much: some of
 * them read rows of all organizations to find anything.
 */
export const task: JobTask<typeof payload> = async (_payload, { withPgClient, abortSignal, clock }) => {
  await withPgClient(async (client) => {
    await unlockStrayJobs(client as ClientBase)
    await removeFailedRuns(client as ClientBase)
  })
  for (const sweep of sweeps)
    for (let round = 0; round < maxRounds && !abortSignal?.aborted; round++) {
      const { rows } = await withPgClient((client) =>
        client.query<{ removed: number }>(
          `select ${sweep} as removed`,
          sweep.includes('$2') ? [batch, clock()] : [batch],
        ),
      )
      if ((rows[0]?.removed ?? 0) < batch) break
    }
}
