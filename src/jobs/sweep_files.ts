import type { ClientBase } from 'pg'
import { asSystem, type SystemDb } from '../db/system.ts'
import { knownFiles, listReady, shares, stillReady, type ReadyFile } from '../queries/system/files.ts'
import { askInTurn, type JobHelpers, type JobTask } from './job.ts'

export const payload = {} as const
export const cron = '37 * * * *'

const page = 1000
/** Days for which bytes may be there without a row: a database that was taken back to an earlier day can be brought forward again. */
const youngDays = 7
const dayMs = 86_400_000
const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000)
/** The hour of each day, in UTC, in which all bytes are listed: that takes as long as there are files. */
const listingHour = 2

/**
 * Compares bytes and rows, both ways. Bytes of an organization that no row knows, such as those that came to a bucket long after
 * their document was deleted, are removed. Those of other organizations stay, and are told: it may be the wrong database. A row
 * without bytes, or with a part of them, is told to the operator: nobody else can bring them back. Each file is looked for in
 * one hour of a week, because the storage is asked for one after the other. There are as many pages as files; the job stops between two of them.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const failures: unknown[] = []
  const lists = hourOf(helpers.clock()) % 24 === listingHour
  for (const work of [...(lists ? [removeStrayBytes] : []), tellLostBytes])
    await work(helpers).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Asks the storage about files, and answers those where it is so.
 *
 * @throws Error when the storage is away
 */
async function ask<File>(
  { logger, abortSignal }: JobHelpers,
  files: readonly File[],
  isSo: (file: File) => Promise<boolean>,
): Promise<File[]> {
  const tell = () => logger.error('the storage could not be asked about a file')
  const { agreed, isAway } = await askInTurn(files, { ask: isSo, tell, abortSignal })
  if (isAway) throw new Error('the storage does not answer')
  return agreed
}

const system = <T>({ withPgClient }: JobHelpers, work: (db: SystemDb) => Promise<T>): Promise<T> =>
  withPgClient((client) => asSystem(client as ClientBase, work))

async function removeStrayBytes(helpers: JobHelpers): Promise<void> {
  const { storage, abortSignal, logger } = helpers
  const before = new Date(helpers.clock().getTime() - youngDays * dayMs)
  let removed = 0
  let foreign = 0
  let next: string | undefined
  do {
    const listing = await storage.list(next, page)
    const old = listing.files.filter(({ storedAt }) => storedAt < before).map(({ place }) => place)
    const known = old.length === 0 ? [] : await system(helpers, (db) => knownFiles(db, old))
    const stray = old.filter((_, index) => known[index] === 'none')
    const gone = await ask(helpers, stray, (place) => storage.remove(place).then(() => true))
    removed += gone.length
    foreign += known.filter((one) => one === 'no_organization').length
    next = listing.next
  } while (next !== undefined && !abortSignal?.aborted)
  if (removed > 0) logger.warn(`removed ${removed} files that no document has`)
  if (foreign > 0)
    logger.warn(`${foreign} files are of organizations that are not in this database: they stay`)
}

async function tellLostBytes(helpers: JobHelpers): Promise<void> {
  const { storage, abortSignal, logger, clock } = helpers
  const share = hourOf(clock()) % shares
  let after: ReadyFile | undefined
  do {
    const documents: ReadyFile[] = await system(helpers, (db) => listReady(db, share, after, page))
    const missing = await ask(helpers, documents, async ({ org_id: orgId, file_id: fileId, size }) => {
      return (await storage.find({ orgId, fileId }))?.size !== size
    })
    // Some may have been deleted meanwhile.
    const lost = missing.length === 0 ? [] : await system(helpers, (db) => stillReady(db, missing))
    for (const { org_id, id } of lost)
      logger.error(`the file of the document ${id} of the organization ${org_id} is lost, or not whole`)
    after = documents.length < page ? undefined : documents.at(-1)
  } while (after !== undefined && !abortSignal?.aborted)
}
