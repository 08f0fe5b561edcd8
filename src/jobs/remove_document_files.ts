import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { asSystem } from '../db/system.ts'
import { findDeleted, forgetDocuments, type FileOfDocument } from '../queries/system/files.ts'
import type { JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each deletion. This finds those whose job was lost. */
export const cron = '8,18,28,38,48,58 * * * *'

/** Files that are removed before their rows go. */
const batch = 100
/** Milliseconds after which nothing comes by a link that is over: what began in time has ended. */
const transferMs = 3_600_000
/** A limit for one run. The next one continues. */
const maxRounds = 100
/** Failures in a row after which the storage counts as away: each may have waited for a network. */
const mostFailures = 10

/**
 * Removes the bytes of deleted documents, then their rows. A row is the only thing that knows where bytes are, so it goes last:
 * whatever ends the job in between, another one finds the row. Where the link to send the bytes is still good, or was a moment
 * ago, the row stays, and the bytes are removed once more later: a bucket takes them without asking anybody.
 */
export const task: JobTask<typeof payload> = async (
  _payload,
  { withPgClient, abortSignal, storage, logger, clock },
) => {
  const closed = new Date(clock().getTime() - transferMs)
  const chance = randomUUID()
  const failed: string[] = []
  let inARow = 0
  for (let round = 0; round < maxRounds && !abortSignal?.aborted; round++) {
    const asked = { except: failed, chance, limit: batch }
    const deleted = await withPgClient((client) =>
      asSystem(client as ClientBase, (db) => findDeleted(db, closed, asked)),
    )
    const removed: FileOfDocument[] = []
    for (const one of deleted) {
      if (abortSignal?.aborted || inARow === mostFailures) break
      try {
        await storage.remove({ orgId: one.org_id, fileId: one.file_id })
        removed.push(one)
        inARow = 0
      } catch {
        logger.error(`could not remove the file of the document ${one.id}`)
        failed.push(one.id)
        inARow += 1
      }
    }
    await withPgClient((client) =>
      asSystem(client as ClientBase, (db) => forgetDocuments(db, removed, closed)),
    )
    // Those that could not be removed wait for the next run.
    if (deleted.length < batch || inARow === mostFailures) break
  }
}
