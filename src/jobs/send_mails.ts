import type { ClientBase } from 'pg'
import { asSystem } from '../db/system.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { findDueMails } from '../queries/system/mails.ts'
import type { JobHelpers, JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each mail. This finds those that are tried again, and those of a process that has died. */
export const cron = '* * * * *'

/** Mails that one process sends at the same time. */
const atOnce = 3
/** A run ends after this time, so that other jobs have their turn. The next run continues. */
const runMs = 40_000

/** The runs that send the mails of a postbox now, and how to tell them that there are more. */
const running = new WeakMap<MailQueue, () => void>()

/**
 * Sends mails that are due. A process sends in one run at a time: while a mail server is slow, many runs would take the
 * turns of all other jobs. It takes the oldest and the newest in turn: somebody waits for a link, while thousands of notices of
 * another company are on their way. When the server cannot be used, the others are left for the next run.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const tellMore = running.get(helpers.postbox)
  if (tellMore) return tellMore()
  try {
    await sendAll(helpers, performance.now() + runMs)
  } finally {
    running.delete(helpers.postbox)
  }
}

async function sendAll(
  { withPgClient, abortSignal, clock, postbox }: JobHelpers,
  end: number,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  let more = Promise.withResolvers<void>()
  let isMore = false
  running.set(postbox, () => {
    isMore = true
    more.resolve()
  })
  let usable = true
  let first: 'oldest' | 'newest' = 'newest'
  const goesOn = () => usable && performance.now() < end && !abortSignal?.aborted
  const find = () => {
    first = first === 'oldest' ? 'newest' : 'oldest'
    return withPgClient((client) =>
      asSystem(client as ClientBase, (db) => findDueMails(db, first, atOnce + underWay.size, clock())),
    )
  }
  const send = async (orgId: string, id: string) => {
    if ((await postbox.deliver(orgId, id)).unreachable) usable = false
    underWay.delete(id)
  }
  while (goesOn()) {
    more = Promise.withResolvers()
    isMore = false

    const due = underWay.size < atOnce ? await find() : []
    const next = due.filter(({ id }) => !underWay.has(id)).slice(0, atOnce - underWay.size)
    for (const { org_id: orgId, id } of next) underWay.set(id, send(orgId, id))
    if (underWay.size === 0) {
      // One may have been written since the look began: its job has left it to this one.
      if (isMore) continue
      return
    }

    await Promise.race([...underWay.values(), more.promise])
  }
  await Promise.all(underWay.values())
}
