import type { Task } from 'graphile-worker'
import type { ClientBase } from 'pg'
import { asSystem, type SystemDb } from '../db/system.ts'
import { deleteRows } from '../queries/deletion.ts'

/**
 * Removes closed organizations once the day named for it has begun where they are (spec 3). One transaction for each:
 * what a crash leaves undone the next run does, and whoever resumes one at the last moment wins or waits in vain.
 */
export const task: Task = async (_payload, { withPgClient, abortSignal, logger }) => {
  while (!abortSignal?.aborted) {
    const gone = await withPgClient((client) => asSystem(client as ClientBase, deleteNext))
    if (!gone) return
    logger.warn(`deleted the closed organization ${gone}`)
  }
}

/** @returns the id of the organization that is no more; undefined when none is due */
async function deleteNext(db: SystemDb): Promise<string | undefined> {
  const { rows } = await db.query<{ org_id: string }>(
    `select org_id from organizations
      where status = 'closed' and delete_on <= (now() at time zone time_zone)::date
      order by delete_on limit 1
        for update skip locked`,
  )
  const [due] = rows
  if (due) await deleteRows(db, due.org_id)
  return due?.org_id
}
