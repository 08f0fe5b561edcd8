import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/wait.ts'
import { feedProblems } from './late-commits.ts'
import { pagesOf } from './reader.ts'
import { hanging } from './receivers.ts'
import type { Site } from './site.ts'

export interface Plan {
  events: number
  kills: number
  /** After how many kills PostgreSQL is restarted, and by which signal. */
  restarts: ReadonlyMap<number, 'SIGINT' | 'SIGQUIT'>
  /** Milliseconds after a kill in which what the dead worker had taken must be on its way again. */
  resumeMs: number
  /** Milliseconds for everything to arrive after the last write. */
  arriveMs: number
}

/** Long: the whole. Its times are those of a quiet machine. */
export const long: Plan = {
  events: 20_000,
  kills: 20,
  restarts: new Map([
    [7, 'SIGINT'],
    [14, 'SIGQUIT'],
  ]),
  resumeMs: 10_000,
  arriveMs: 20 * 60_000,
}

/** Short: in `npm test`. What was taken must be free before its lease is over, which is all that a busy machine can tell. */
export const short: Plan = {
  events: 60,
  kills: 1,
  restarts: new Map([[1, 'SIGINT']]),
  resumeMs: 60_000,
  arriveMs: 5 * 60_000,
}

const [workers, writers] = [2, 4]
/** After a restart of PostgreSQL, living workers have so long to come back, and nobody is found dead (src/worker/pools.ts). */
const graceMs = 10_000

export interface Outcome {
  events: number
  /** Sentences about what is wrong: there must be none. */
  wrong: string[]
  /** What was measured, in one line. */
  measured: string
}

/** Runs the plan, and tells what went wrong. */
export async function runFaults(plan: Plan, site: Site, say: (line: string) => void): Promise<Outcome> {
  const begun = performance.now()
  site.startReader()
  const end = new AbortController()
  const hurried = hurry(site, end.signal)
  const slowest: number[] = []
  try {
    const written = write(site, plan.events)
    await killAll(site, plan, written.count, slowest, say)
    await written.done
    say(`${plan.events} events are written`)
    site.receivers.wake()
    const ids = await site.eventIds('unit.updated')
    await allArrive(site, ids, plan.arriveMs, say)
    await allSettle(site)
    await until('the feed was read', () => readIds(site).length >= ids.length)
    return {
      events: ids.length,
      wrong: [
        ...(ids.length === plan.events ? [] : [`${plan.events} changes made ${ids.length} events`]),
        ...site.receivers.wrong,
        ...site.ended,
        ...(await notSucceeded(site)),
        ...strangers(site, ids),
        ...feedProblems(await site.eventIds('unit.updated'), readIds(site)),
      ],
      measured: measured(site, slowest, (performance.now() - begun) / 1000),
    }
  } finally {
    end.abort()
    await hurried
  }
}

function measured(site: Site, slowest: readonly number[], seconds: number): string {
  const { requests, accepted } = site.receivers
  const times = accepted.flatMap((one) => [...one.values()])
  const again = times.reduce((sum, count) => sum + count - 1, 0)
  const most = Math.round(Math.max(...slowest))
  return `${requests} requests, ${times.length} deliveries, ${again} of them again; on their way again ${most} ms after a kill at most; ${Math.round(seconds)} s`
}

/** Changes units, as many times as there are to be events. The count is what was answered. */
function write(site: Site, events: number): { count: () => number; done: Promise<unknown> } {
  let begun = 0
  let count = 0
  const writer = async () => {
    const unit = await site.call('org/units.create', { name: `Unit ${begun} ${Math.random()}`, kind: 'team' })
    while (begun < events) {
      const number = begun++
      await site.call('org/units.update', { unit_id: unit.id, name: `Unit ${number}` })
      count++
    }
  }
  return { count: () => count, done: Promise.all(Array.from({ length: writers }, writer)) }
}

/** Kills workers and the reader while the events are written, and PostgreSQL where the plan says so. */
async function killAll(
  site: Site,
  { events, kills, restarts, resumeMs }: Plan,
  written: () => number,
  slowest: number[],
  say: (line: string) => void,
): Promise<void> {
  let restartedAt = -Infinity
  for (let kill = 1; kill <= kills; kill++) {
    await until('more is written', () => written() >= (events * kill) / (kills + 1), long.arriveMs)
    // Of those that are killed together, nobody is left to go on: then the time begins when another one has started.
    const together = kill % 4 === 0 ? workers : 1
    for (let n = 0; n < together; n++) await site.killWorker()
    await site.killReader()
    const taken = await takenNow(site)
    const others = Promise.all(Array.from({ length: together }, () => site.startWorker()))
    site.startReader()
    if (together === workers) await others
    const begun = performance.now()
    const spared = Math.max(0, restartedAt + graceMs - begun)
    await until(
      'what a dead worker had taken is free',
      async () => !(await isAnyTaken(site, taken)),
      resumeMs + spared,
    )
    slowest.push(performance.now() - begun)
    say(
      `kill ${kill}: ${taken.length} were taken, on their way again after ${Math.round(slowest.at(-1)!)} ms`,
    )
    await others
    const signal = restarts.get(kill)
    if (!signal) continue
    await site.restartDatabase(signal)
    restartedAt = performance.now()
    say(`PostgreSQL was restarted by ${signal}`)
  }
}

interface Taken {
  id: string
  lease: string
}

/** What workers have at this moment. */
const takenNow = (site: Site): Promise<Taken[]> =>
  site.ask(`select id, lease from webhook_deliveries where lease is not null`)

/** Tells whether somebody dead still has some of it: a worker whose lock nobody holds. Others may take their time. */
async function isAnyTaken(site: Site, taken: readonly Taken[]): Promise<boolean> {
  const [row] = await site.ask(
    `select exists (select 1 from unnest($1::uuid[], $2::uuid[]) t (id, lease)
                      join webhook_deliveries d on d.id = t.id and d.lease = t.lease
                     where not exists (select 1 from worker_pools w
                                         join pg_locks l on l.locktype = 'advisory' and l.granted
                                          and (l.classid::bigint << 32 | l.objid::bigint) = w.lock_key
                                        where w.pool_id = d.leased_by)) as found`,
    [taken.map(({ id }) => id), taken.map(({ lease }) => lease)],
  )
  return row.found
}

/** Brings forward what is put off, so that a schedule of days ends in minutes. */
async function hurry(site: Site, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(300))
    await site.ask(
      `update webhook_deliveries set next_attempt_at = now()
        where status = 'pending' and lease is null and next_attempt_at > now() + interval '1 second' and endpoint_id <> all($1)`,
      [site.receivers.isHanging ? [site.endpointIds[hanging]] : []],
    )
}

async function allArrive(site: Site, ids: readonly string[], withinMs: number, say: (line: string) => void) {
  const missing = () =>
    site.receivers.accepted.map((accepted) => ids.filter((id) => !accepted.has(id)).length)
  const timer = setInterval(() => say(`still to arrive: ${missing().join(' ')}`), 10_000)
  try {
    await until('every event has arrived everywhere', () => missing().every((count) => count === 0), withinMs)
  } catch (error) {
    throw new Error(`${String(error)}: ${missing().join(' ')} are missing`, { cause: error })
  } finally {
    clearInterval(timer)
  }
}

const countByStatus = (site: Site): Promise<{ status: string; count: number }[]> =>
  site.ask(`select status, count(*)::int as count from webhook_deliveries group by status`)

/** A delivery that arrived may have an attempt left that is to tell of it. */
const allSettle = (site: Site) =>
  until(
    'no delivery is left',
    async () => !(await countByStatus(site)).some(({ status }) => status === 'pending'),
    120_000,
  )

const notSucceeded = async (site: Site): Promise<string[]> =>
  (await countByStatus(site))
    .filter(({ status }) => status !== 'succeeded')
    .map(({ status, count }) => `${count} deliveries are ${status}`)

/** Events that receivers got and nobody made. */
function strangers(site: Site, ids: readonly string[]): string[] {
  const known = new Set(ids)
  return site.receivers.accepted.flatMap((accepted) =>
    [...accepted.keys()].filter((id) => !known.has(id)).map((id) => `nobody made ${id}`),
  )
}

const readIds = (site: Site): string[] => pagesOf(site.feedFile).flatMap(({ ids }) => ids)
