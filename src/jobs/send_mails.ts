import type { ClientBase } from 'pg'
import { asSystem } from '../db/system.ts'
import { findDueMails } from '../queries/system/mails.ts'
import type { JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each mail. This finds those that are tried again, and those of a process that has died. */
export const cron = '* * * * *'

/** How many mails one process sends at the same time. */
const atOnce = 3
/** How many are looked for together. */
const batch = 30
/** A run ends after this time, so that other jobs have their turn. The next run continues. */
const runMs = 40_000

/** Whether this process sends, and whether it was asked to once more meanwhile. */
let running = false
let again = false

/**
 * Sends mails that are due. A process sends in one run at a time: while a mail server is slow, many runs would take the
 * turns of all other jobs. When the server cannot be used, the others are left for the next run.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  again = true
  if (running) return
  running = true
  const end = performance.now() + runMs
  try {
    while (again && performance.now() < end && !helpers.abortSignal?.aborted) {
      again = false
       
      again = (await sendSome(helpers)) || again
    }
  } finally {
    running = false
  }
}

/** Sends those that wait longest. Answers whether there may be more to send. */
async function sendSome({
  withPgClient,
  abortSignal,
  clock,
  postbox,
}: Parameters<JobTask<typeof payload>>[1]): Promise<boolean> {
  const due = await withPgClient((client) =>
    asSystem(client as ClientBase, (db) => findDueMails(db, batch, clock())),
  )
  const waiting = [...due]
  let usable = true
  const sender = async () => {
    for (let mail = waiting.shift(); mail && usable && !abortSignal?.aborted; mail = waiting.shift())
       
      if ((await postbox.deliver(mail.org_id, mail.id)).unreachable) usable = false
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return usable && due.length === batch
}
