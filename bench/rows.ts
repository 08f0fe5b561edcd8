import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { measure, sendMany, type Pace, type Target } from './load.ts'
import { callEvery, latencyOf, send, type Latency } from './neighbor.ts'
import { touchKeys, type Site, type World } from './world.ts'

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

const usual: Pace = { rounds: 15, seconds: 0.7, connections: 8 }
/** For answers of several megabytes, of which only a few per second are possible. */
const slow: Pace = { rounds: 5, seconds: 4, connections: 2 }
const keysOfRound = 2000

export const rows: Row[] = [
  {
    name: 'whoami',
    floor: 0.72,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      return beside(site, site.keys, whoami, '{}')
    },
  },
  {
    name: 'units.list, 50 units',
    floor: 0.68,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      return beside(site, site.keys, unitsList, '{}')
    },
  },
  {
    name: 'units.create',
    floor: 0.65,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      const run = await compare(unitsCreate(site, site.ours.url), unitsCreate(site, site.limit.url), {
        oursAt: site,
      })
      // The rows after this one need organizations with 50 units again.
      await site.db.query(
        `set session_replication_role = replica; delete from units where name like 'Bench %'; reset session_replication_role`,
      )
      await site.db.query('vacuum analyze units')
      return run
    },
  },
  {
    name: 'people.list, all of 10,000',
    floor: 0.85,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleList, '{}', slow)
    },
  },
  {
    name: 'people.list, 50 of one unit among 10,000',
    floor: 0.8,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(
        site,
        site.largeKeys,
        peopleList,
        JSON.stringify({ unit_id: await someUnit(site), limit: 50 }),
      )
    },
  },
  {
    name: 'people.list, 50 of a name among 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      return beside(site, site.largeKeys, peopleList, '{"q":"bjorn muller","limit":50}')
    },
  },
  {
    name: 'whoami over MCP beside REST',
    floor: 0.88,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      const [key = ''] = site.keys
      const overMcp = { ...mcpWhoami, url: site.ours.url, keys: site.keys }
      const overRest = { path: whoami, body: '{}', url: site.ours.url, keys: site.keys }
      const answer = (await call(overMcp, key)) as { result?: { structuredContent?: { data?: unknown } } }
      const { data } = (await call(overRest, key)) as { data: unknown }
      deepStrictEqual(answer.result?.structuredContent?.data ?? answer.result?.structuredContent, data)
      return compare(overMcp, overRest, { oursAt: site })
    },
  },
  {
    name: 'whoami at 10,000 organizations beside 1',
    floor: 0.88,
    unit: 'req/s',
    run: (world) => atScale(world, whoami),
  },
  {
    name: 'units.list at 10,000 organizations beside 1',
    floor: 0.88,
    unit: 'req/s',
    run: (world) => atScale(world, unitsList),
  },
  { name: 'noisy neighbor: 5,000 people listed 5 times a second', floor: 0.5, unit: 'ms', run: besideLists },
  { name: 'noisy neighbor: 290 writes at once', floor: 0.5, unit: 'ms', run: besideWrites },
  { name: 'resident memory after 100,000 requests beside 10,000', floor: 0.93, unit: 'MB', run: memory },
]

const whoami = '/v1/platform/whoami'
const unitsList = '/v1/org/units.list'
const peopleList = '/v1/org/people.list'

const mcpWhoami = {
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'platform_whoami', arguments: {} },
  }),
}

/** Every request creates a unit with another name, in another organization, so that the trees stay small. */
function unitsCreate({ keys }: Site, url: string): Target {
  let count = 0
  const run = new URL(url).port
  return {
    url,
    keys,
    path: '/v1/org/units.create',
    body: () => `{"name":"Bench ${run}-${++count}","kind":"team"}`,
  }
}

/** Compares the service with the hand-written server. Both must give the same answer. */
async function beside(site: Site, keys: string[], path: string, body: string, pace = usual): Promise<Result> {
  const ours = { url: site.ours.url, keys, path, body }
  const limit = { ...ours, url: site.limit.url }
  const [key = ''] = keys
  const [answer, limitAnswer] = [await call(ours, key), await call(limit, key)]
  deepStrictEqual(limitAnswer, answer, 'the hand-written server answers something else')
  return compare(ours, limit, { oursAt: site, pace })
}

/** The id of a unit in the organization of 10,000 people. It has 100 people. */
async function someUnit({ ours, largeKeys: [key = ''] }: Site): Promise<string> {
  const { data } = (await call({ url: ours.url, path: unitsList, body: '{}' }, key)) as {
    data: { id: string }[]
  }
  return data[9]?.id ?? ''
}

async function atScale(world: World, path: string): Promise<Result> {
  const [one, many] = [await world.one(), await world.many()]
  const target = ({ ours: { url }, keys }: Site) => ({ path, body: '{}', url, keys })
  return compare(target(many), target(one), { oursAt: many, limitAt: one })
}

/**
 * Measures both in turn, many times for a short time, so that other work of this machine slows down both. The result is
 * the round with the median ratio.
 */
async function compare(
  ours: Target,
  limit: Target,
  { oursAt, limitAt = oursAt, pace = usual }: Setting,
): Promise<Result> {
  const results: Result[] = []
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

/** Another organization lists all of its 5,000 people, five times a second. */
async function besideLists(world: World): Promise<Result> {
  const { ours, keys, largeKeys } = await world.neighbors()
  const key = largeKeys[0] as string
  return disturb({ url: ours.url, path: unitsList, body: '{}', keys }, () =>
    callEvery(200, () => send(`${ours.url}${peopleList}`, key, '{}')),
  )
}

/** Another organization sends 290 changes of one unit at the same moment. */
async function besideWrites(world: World): Promise<Result> {
  const { ours, keys, largeKeys } = await world.neighbors()
  const [first = '', ...others] = largeKeys
  const { data } = (await call({ url: ours.url, path: unitsList, body: '{}' }, first)) as {
    data: { id: string }[]
  }
  let round = 0
  return disturb({ url: ours.url, path: unitsList, body: '{}', keys }, () => {
    const key = others[round++] as string
    const writes = Array.from({ length: 290 }, (_, index) =>
      send(
        `${ours.url}/v1/org/units.update`,
        key,
        JSON.stringify({ unit_id: data[5]?.id, name: `Round ${round}, change ${index}` }),
      ),
    )
    return async () => void (await Promise.all(writes))
  })
}

/**
 * The latency of an organization's calls while another one disturbs (`ours`) and while nobody does (`limit`): of 99 in
 * 100, or of half of the calls where that is worse.
 */
async function disturb(target: Target, disturbance: () => () => Promise<void>): Promise<Result> {
  const results: Result[] = []
  await latencyOf(target, 1)
  for (let round = 0; round < 5; round++) {
    const quiet = await latencyOf(target, 2)
    const stop = disturbance()
    const disturbed = await latencyOf(target, 2)
    await stop()
    const of = (part: keyof Latency) => ({
      ours: disturbed[part],
      limit: quiet[part],
      ratio: quiet[part] / disturbed[part],
    })
    results.push([of('p99'), of('p50')].toSorted((a, b) => a.ratio - b.ratio)[0] as Result)
  }
  return results.toSorted((a, b) => a.ratio - b.ratio)[2] as Result
}

/** The memory of a new server that answers two kinds of reads. */
async function memory(world: World): Promise<Result> {
  const { keys, another } = await world.one()
  const server = await another()
  const use = async (amount: number) => {
    for (const path of [whoami, unitsList])
      await sendMany({ path, body: '{}', url: server.url, keys }, amount / 2)
    return server.residentBytes() / 1e6
  }
  const before = await use(10_000)
  const after = await use(90_000)
  await server.stop()
  return { ours: after, limit: before, ratio: before / after }
}

async function call({ url, path, body, headers }: Omit<Target, 'keys'>, key: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : body(),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}${path} answers ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
