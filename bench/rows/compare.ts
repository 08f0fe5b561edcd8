import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { Load, type Pace, type Target } from '../load.ts'
import { touchKeys, type Site, type World } from '../world.ts'

/** The result of a row: requests per second, megabytes, or milliseconds. `ratio` must not be below the floor of the row. */
export interface Result {
  ours: number
  limit: number
  ratio: number
  /** Half of the rounds had a ratio between these two. */
  quartiles: [number, number]
}

/** One round of a row. */
export type Round = Omit<Result, 'quartiles'>

/** The round with the median ratio, and how far the others are from it. */
export function middle(rounds: readonly Round[]): Result {
  const sorted = rounds.toSorted((a, b) => a.ratio - b.ratio)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as Round
  return { ...at(0.5), quartiles: [at(0.25).ratio, at(0.75).ratio] }
}

export interface Row {
  name: string
  floor: number
  unit: 'req/s' | 'MB/s' | 'MB' | 'ms'
  run: (world: World) => Promise<Result>
}

interface Setting {
  oursAt: Site
  /** The site of `limit`, if it is another one. */
  limitAt?: Site
  pace?: Pace
}

/**
 * Node compiles while it runs: the first 10,000 calls take twice the time. The hand-written server is level after 15,000, the
 * service, which has more code, after 30,000. That is for the first row of a server; the next ones find most of it compiled.
 *
 * A turn is short, and there are many: what else the machine does then slows down both servers of nearly every round.
 */
export const usual: Pace = { warmUp: true, rounds: 16, seconds: 0.2, connections: 8 }
/** Until a server has answered so many calls. Of slow calls not so many are made: the time is bounded, too. */
const firstWarmUp = { calls: 30_000, seconds: 20 }
const nextWarmUp = { calls: 2000, seconds: 2 }
/** For answers of several megabytes, of which only a few per second are possible. */
export const slow: Pace = { rounds: 8, seconds: 0.75, connections: 2 }
/** So many keys are used at a time, for so many rounds. Then the next ones are. */
const keysAtATime = 2000
const roundsWithKeys = 10

export const whoami = '/v1/platform/whoami'
export const unitsList = '/v1/org/units.list'
export const peopleList = '/v1/org/people.list'

/** Compares the service with the hand-written server. Both must give the same answer. */
export async function beside(
  site: Site,
  keys: string[],
  path: string,
  body: string,
  pace = usual,
): Promise<Result> {
  const ours = { url: site.ours.url, keys, path, body }
  const limit = { ...ours, url: site.limit.url }
  const [key = ''] = keys
  const [answer, limitAnswer] = [await call(ours, key), await call(limit, key)]
  deepStrictEqual(limitAnswer, answer, 'the hand-written server answers something else')
  return compare(ours, limit, { oursAt: site, pace })
}

/**
 * Measures both in turn, many times for a short time, so that other work of this machine slows down both. The result is
 * the round with the median ratio.
 */
export async function compare(
  ours: Target,
  limit: Target,
  { oursAt, limitAt = oursAt, pace = usual }: Setting,
): Promise<Result> {
  const rounds: Round[] = []
  for (let spell = 0; rounds.length < pace.rounds; spell++) {
    const both = [part(ours, spell), part(limit, spell)] as const
    const sites: [Site, string[]][] = [
      [oursAt, both[0].keys],
      [limitAt, both[1].keys],
    ]
    const loads = [new Load(both[0], pace.connections), new Load(both[1], pace.connections)] as const
    try {
      if (spell === 0) await warmUp(loads, pace, [ours.url, limit.url])
      const most = Math.min(pace.rounds - rounds.length, roundsWithKeys)
      rounds.push(...(await inTurns(loads, pace, most, minuteOf(sites, pace))))
    } finally {
      await Promise.all(loads.map((load) => load.end()))
    }
  }
  return middle(rounds)
}

/** The first one is measured first in each second round, and last in the others. */
async function inTurns(
  [ours, limit]: readonly [Load, Load],
  { seconds }: Pace,
  count: number,
  prepare: () => Promise<void>,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < count; round++) {
    await prepare()
    const [a, b] = round % 2 === 0 ? [ours, limit] : [limit, ours]
    const [first, second] = [await a.turn(seconds), await b.turn(seconds)]
    const [ourRate, limitRate] = round % 2 === 0 ? [first, second] : [second, first]
    rounds.push({ ours: ourRate, limit: limitRate, ratio: ourRate / limitRate })
  }
  return rounds
}

/** The servers that have been called for long. */
const warm = new Set<string>()

async function warmUp(loads: readonly Load[], pace: Pace, urls: string[]): Promise<void> {
  if (!pace.warmUp) return
  const { calls, seconds } = urls.every((url) => warm.has(url)) ? nextWarmUp : firstWarmUp
  await Promise.all(loads.map((load) => load.turn(seconds, calls)))
  for (const url of urls) warm.add(url)
}

/** The same target with some of its keys. */
function part(target: Target, spell: number): Target {
  const from = (spell * keysAtATime) % target.keys.length
  return { ...target, keys: target.keys.slice(from, from + keysAtATime) }
}

/**
 * Makes what waits until a round fits into the minute. The first call of a key in each minute also writes when the key was
 * last used. This is done here for all keys, so that it is not part of what is measured.
 */
function minuteOf(sites: readonly [Site, string[]][], { seconds }: Pace): () => Promise<void> {
  let touched: number | undefined
  return async () => {
    const left = 60_000 - (Date.now() % 60_000)
    if (left < 2 * seconds * 1000 + 500) await sleep(left + 50)
    const minute = Math.floor(Date.now() / 60_000)
    if (minute === touched) return
    touched = minute
    for (const [{ db }, keys] of sites) await touchKeys(db, keys)
  }
}

/** One call; the answer, parsed. */
export async function call(
  { url, path, body, headers }: Omit<Target, 'keys'>,
  key: string,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : body(key),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}${path} answers ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
