import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { measure, type Pace, type Target } from '../load.ts'
import { touchKeys, type Site, type World } from '../world.ts'

/** The result of a row: requests per second, megabytes, or milliseconds. `ratio` must not be below the floor of the row. */
export interface Result {
  ours: number
  limit: number
  ratio: number
}

export interface Row {
  name: string
  floor: number
  unit: 'req/s' | 'MB' | 'ms'
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
 * service, which has more code, after 30,000.
 */
export const usual: Pace = { warmUpSeconds: 15, rounds: 15, seconds: 0.7, connections: 8 }
/** For answers of several megabytes, of which only a few per second are possible. */
export const slow: Pace = { rounds: 5, seconds: 4, connections: 2 }
const keysOfRound = 2000

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
  const results: Result[] = []
  await warmUp([ours, limit], pace)
  for (let round = 0; round < pace.rounds; round++) {
    await prepareMinute(pace, [
      [oursAt, ours.keys],
      [limitAt, limit.keys],
    ])
    const one = async (target: Target) => measure({ ...target, keys: slice(target.keys, round) }, pace)
    const first = await one(round % 2 === 0 ? ours : limit)
    const second = await one(round % 2 === 0 ? limit : ours)
    const [a, b] = round % 2 === 0 ? [first, second] : [second, first]
    results.push({ ours: a, limit: b, ratio: a / b })
  }
  return results.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(results.length / 2)] as Result
}

async function warmUp(targets: Target[], pace: Pace): Promise<void> {
  const { warmUpSeconds: seconds, rounds } = pace
  if (seconds === undefined) return
  await Promise.all(
    targets.map((target) => measure({ ...target, keys: slice(target.keys, rounds) }, { ...pace, seconds })),
  )
}

/** The keys of a round. The next round uses the next ones. */
function slice(keys: string[], round: number): string[] {
  const from = (round * keysOfRound) % keys.length
  return keys.slice(from, from + keysOfRound)
}

const touched = new Map<string[], number>()

/**
 * Waits until a round fits into the minute. The first call of a key in each minute also writes when the key was last
 * used. This is done here for all keys, so that it is not part of what is measured.
 */
async function prepareMinute({ seconds }: Pace, sites: [Site, string[]][]): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 2 * seconds * 1000 + 4000) await sleep(left + 50)
  const minute = Math.floor(Date.now() / 60_000)
  for (const [{ db }, keys] of sites) {
    if (touched.get(keys) === minute) continue
    touched.set(keys, minute)
    await touchKeys(db, keys)
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
