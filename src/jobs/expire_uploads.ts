import { ofOrganization } from '../db/system.ts'
import { lockDocument } from '../queries/documents/documents.ts'
import { findAbandoned } from '../queries/system/files.ts'
import { removeBytes, removeDocument } from '../services/documents/remove.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
export const cron = '3,13,23,33,43,53 * * * *'

/** Milliseconds after its window in which an upload whose bytes have come can still be finished. */
const graceMs = 15 * 60_000
/** Uploads that one run removes. The next one, ten minutes later, continues. */
const batch = 1000

/** Removes documents whose bytes have not come in time, or that nobody finished. */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue(
    helpers,
    (db) => findAbandoned(db, new Date(now.getTime() - graceMs), batch),
    ({ id }) => `remove the upload ${id}`,
    async ({ org_id, id }, system) => {
      await system(async (client) => {
        const db = ofOrganization(client, org_id, helpers.vault)
        const document = await lockDocument(db, id)
        if (document?.status !== 'pending') return
        await removeDocument(db, document, now)
        await removeBytes(db)
      })
    },
  )
}
