import { deepStrictEqual } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { measure, sendMany, type Target } from './load.ts'
import { touchKeys, type Site, type World } from './world.ts'

/** What a row came to: requests a second, or bytes. `ratio` is what `floor` is held against. */
export interface Result {
  ours: number
  limit: number
  ratio: number
}

export interface Row {
  name: string
  floor: number
  unit: 'req/s' | 'MB'
  run: (world: World) => Promise<Result>
}

const rounds = 7
const seconds = 1.5

export const rows: Row[] = [
  {
    name: 'whoami',
    floor: 0.7,
    unit: 'req/s',
    run: async (world) => beside(await world.one(), { path: whoami, body: '{}' }),
  },
  {
    name: 'units.list, 50 units',
    floor: 0.6,
    unit: 'req/s',
    run: async (world) => beside(await world.one(), { path: unitsList, body: '{}' }),
  },
  {
    name: 'units.create',
    floor: 0.5,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      const run = await compare(unitsCreate(site, site.ours.url), unitsCreate(site, site.limit.url), site)
      // The rows after this one find organizations of 50 units again.
      await site.db.query(
        `set session_replication_role = replica; delete from units where name like 'Bench %'; reset session_replication_role`,
      )
      await site.db.query('vacuum analyze units')
      return run
    },
  },
  {
    name: 'people.list, all of 10,000',
    floor: 0.5,
    unit: 'req/s',
    run: async (world) => besideLarge(await world.many(), () => '{}'),
  },
  {
    name: 'people.list, 50 of one unit among 10,000',
    floor: 0.6,
    unit: 'req/s',
    run: async (world) =>
      besideLarge(await world.many(), (unitId) => JSON.stringify({ unit_id: unitId, limit: 50 })),
  },
  {
    name: 'whoami over MCP beside REST',
    floor: 0.7,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      const [key = ''] = site.keys
      const overMcp = { ...mcpWhoami, url: site.ours.url, keys: site.keys }
      const overRest = { path: whoami, body: '{}', url: site.ours.url, keys: site.keys }
      const answer = (await call(overMcp, key)) as { result?: { structuredContent?: { data?: unknown } } }
      const { data } = (await call(overRest, key)) as { data: unknown }
      deepStrictEqual(answer.result?.structuredContent?.data ?? answer.result?.structuredContent, data)
      return compare(overMcp, overRest, site)
    },
  },
  {
    name: 'whoami at 10,000 organizations beside 1',
    floor: 0.85,
    unit: 'req/s',
    run: (world) => atScale(world, whoami),
  },
  {
    name: 'units.list at 10,000 organizations beside 1',
    floor: 0.85,
    unit: 'req/s',
    run: (world) => atScale(world, unitsList),
  },
  { name: 'resident memory after 100,000 requests beside 10,000', floor: 0.9, unit: 'MB', run: memory },
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

/** Every request makes a unit of another name, each in another organization: their trees stay small. */
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

/** Ours beside the hand-written server, which must give the same answer. */
async function beside({ keys, ...site }: Site, request: { path: string; body: string }): Promise<Result> {
  const [ours, limit] = [site.ours, site.limit].map(({ url }) => ({ ...request, url, keys })) as [
    Target,
    Target,
  ]
  const [key = ''] = keys
  deepStrictEqual(
    await call(ours, key),
    await call(limit, key),
    'the hand-written server answers something else',
  )
  return compare(ours, limit, { ...site, keys })
}

async function besideLarge(site: Site, body: (unitId: string) => string): Promise<Result> {
  const { data } = (await call(
    { url: site.ours.url, path: unitsList, body: '{}' },
    site.largeKeys[0] as string,
  )) as { data: { id: string }[] }
  return beside({ ...site, keys: site.largeKeys }, { path: peopleList, body: body(data[9]?.id as string) })
}

async function atScale(world: World, path: string): Promise<Result> {
  const [one, many] = [await world.one(), await world.many()]
  const target = ({ ours: { url }, keys }: Site) => ({ path, body: '{}', url, keys })
  return compare(target(many), target(one), many, one)
}

/** Both in turn, several times; the medians count. */
async function compare(ours: Target, limit: Target, oursAt: Site, limitAt: Site = oursAt): Promise<Result> {
  const measured: { ours: number[]; limit: number[] } = { ours: [], limit: [] }
  for (let round = 0; round < rounds; round++) {
    await withinMinute(oursAt, ours.keys)
    measured.ours.push(await measure(ours, seconds))
    await withinMinute(limitAt, limit.keys)
    measured.limit.push(await measure(limit, seconds))
  }
  const [a, b] = [median(measured.ours), median(measured.limit)]
  return { ours: a, limit: b, ratio: a / b }
}

const touched = new Map<string[], number>()

/** Waits until a round fits into the minute, and takes the minute's first call of every key out of it. */
async function withinMinute({ db }: Site, keys: string[]): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < seconds * 1000 + 3000) await sleep(left + 50)
  const minute = Math.floor(Date.now() / 60_000)
  if (touched.get(keys) === minute) return
  touched.set(keys, minute)
  await touchKeys(db, keys)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

/** A fresh server answers reads of both kinds. */
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
