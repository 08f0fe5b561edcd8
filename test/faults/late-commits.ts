import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import { writeEvents } from '../support/outbox.ts'
import type { Outcome } from './run.ts'
import type { Site } from './site.ts'

const writers = 8
/** Milliseconds that a writer waits between its events and its commit, at most; and now and then. */
const waits = { usual: 20, long: 400 }

/** Events are written by transactions that commit late and out of order, while a reader of the feed never waits. */
export async function runLateCommits(site: Site, events: number): Promise<Outcome> {
  const pool = new pg.Pool({ connectionString: site.ownerUrl, max: writers })
  const from = await site.call('webhooks/feed.list', { from: 'now' })
  const read: string[] = []
  let left = events
  let isDone = false
  const write = async (writer: number) => {
    for (let round = 0; left > 0; round++) {
      const count = Math.min(left, 1 + (round % 5))
      left -= count
      const client = await pool.connect()
      try {
        await asSystem(client, async (db) => {
          await writeEvents(ofOrganization(db, site.orgId, undefined), count)
          await sleep(round % 20 === writer ? waits.long : Math.random() * waits.usual)
        })
      } finally {
        client.release()
      }
    }
  }
  const reading = (async () => {
    let after: string = from.next
    let isLast: boolean
    do {
      isLast = isDone
      const page = await site.call('webhooks/feed.list', { after, limit: 500, types: ['unit.archived'] })
      read.push(...page.events.map(({ id }: { id: string }) => id))
      after = page.next
      if (page.truncated) throw new Error('the feed says that events are gone')
      isLast &&= !page.has_more
    } while (!isLast)
  })()
  try {
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  } finally {
    isDone = true
    await reading
    await pool.end()
  }
  const ids = await site.eventIds('unit.archived')
  const late = ids.filter((id, index) => index > 0 && id < ids[index - 1]!).length
  return {
    events: ids.length,
    wrong: [...feedProblems(ids, read), ...(late > 0 ? [] : ['no commit was late: nothing was tried'])],
    measured: `${late} of ${ids.length} events committed after one with a higher id`,
  }
}

/** What is wrong with the order in which a reader got events. */
export function feedProblems(ids: readonly string[], read: readonly string[]): string[] {
  const twice = read.length - new Set(read).size
  const at = ids.findIndex((id, index) => read[index] !== id)
  return [
    ...(twice === 0 ? [] : [`the feed had ${twice} events twice`]),
    ...(at === -1 && read.length === ids.length
      ? []
      : [`the feed had ${read.length} of ${ids.length} events, and another one at ${at}`]),
  ]
}
