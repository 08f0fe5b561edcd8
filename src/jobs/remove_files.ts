import type { ClientBase } from 'pg'
import { renewAllPersonal } from '../queries/system/statistics.ts'
import type { JobTask } from './job.ts'

export const payload = { org_id: 'id' } as const
export const cron = null

/**
 * Removes the files of an organization that was deleted, and examples of its values from the statistics of the database. A file
 * that comes after it stays: `sweep_files` tells the operator of those.
 */
export const task: JobTask<typeof payload> = async ({ org_id }, { storage, withPgClient }) => {
  await storage.removeOrganization(org_id)
  await withPgClient((client) => renewAllPersonal(client as ClientBase))
}
