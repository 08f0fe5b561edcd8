import type { ClientBase } from 'pg'
import { asSystem, type SystemDb } from '../db/system.ts'
import { knownFiles, listReady, type FileOfDocument } from '../queries/system/files.ts'
import type { JobHelpers, JobTask } from './job.ts'

export const payload = {} as const
export const cron = '37 * * * *'

const page = 1000
/** Milliseconds for which bytes may be there without a row: until a transaction that is under way has ended. */
const youngMs = 3_600_000

/**
 * Compares bytes and rows, both ways. Bytes that no row knows, such as those that came when their document was deleted already, are
 * removed. A row without bytes is told to the operator: nobody else can bring them back. There are as many pages as files; the
 * job stops between two of them.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  await removeStrayBytes(helpers)
  await tellLostBytes(helpers)
}

const system = <T>({ withPgClient }: JobHelpers, work: (db: SystemDb) => Promise<T>): Promise<T> =>
  withPgClient((client) => asSystem(client as ClientBase, work))

async function removeStrayBytes(helpers: JobHelpers): Promise<void> {
  const { storage, abortSignal, logger } = helpers
  const before = new Date(helpers.clock().getTime() - youngMs)
  let removed = 0
  let next: string | undefined
  do {
    const listing = await storage.list(next, page)
    const old = listing.files.filter(({ storedAt }) => storedAt < before).map(({ place }) => place)
    const known = old.length === 0 ? new Set() : await system(helpers, (db) => knownFiles(db, old))
    for (const place of old)
      if (!known.has(place.fileId)) {
        await storage.remove(place)
        removed++
      }
    next = listing.next
  } while (next !== undefined && !abortSignal?.aborted)
  if (removed > 0) logger.warn(`removed ${removed} files that no document has`)
}

async function tellLostBytes(helpers: JobHelpers): Promise<void> {
  const { storage, abortSignal, logger } = helpers
  let after: FileOfDocument | undefined
  do {
    const documents: FileOfDocument[] = await system(helpers, (db) => listReady(db, after, page))
    for (const { org_id, id, file_id } of documents)
      if (!(await storage.find({ orgId: org_id, fileId: file_id })))
        logger.error(`the file of the document ${id} of the organization ${org_id} is lost`)
    after = documents.length < page ? undefined : documents.at(-1)
  } while (after !== undefined && !abortSignal?.aborted)
}
