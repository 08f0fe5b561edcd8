import type { Db } from '../db/transaction.ts'

/**
 * Queues background jobs. They start after this transaction is committed; a rollback, as of a dry run, removes them.
 *
 * @param jobs the task (a file of src/jobs) and its payload: ids and days, never personal data
 */
export function enqueueJobs(
  db: Pick<Db, 'query'>,
  jobs: readonly { task: string; payload: object }[],
): Promise<unknown> {
  return db.query(
    `select enqueue_job(queued.task, queued.payload) from unnest($1::text[], $2::json[]) as queued (task, payload)`,
    [jobs.map(({ task }) => task), jobs.map(({ payload }) => JSON.stringify(payload))],
  )
}
