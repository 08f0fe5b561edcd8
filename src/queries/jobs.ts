import type { Db } from '../db/transaction.ts'

/**
 * Queues a background job that starts once this transaction is committed; a rollback, as of a dry run, takes it back.
 *
 * @param task the job's name: a file of src/jobs
 * @param payload ids, never personal data
 */
export async function enqueueJob(db: Db, task: string, payload: Record<string, unknown>): Promise<void> {
  await db.query('select enqueue_job($1, $2)', [task, JSON.stringify(payload)])
}
