import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../load.ts'
import type { ReceiverState } from '../limits/receiver.ts'
import { callEvery, send } from '../neighbor.ts'
import { addEndpoints, addEvents, organizationsOf, sending, type Sending } from '../webhooks.ts'
import type { Site, World } from '../world.ts'
import { beside, call, compare, middle, unitsList, type Result, type Round, type Row } from './compare.ts'

/** The feed of events, and events on their way to endpoints. */
export const webhooks: Row[] = [
  { name: 'webhooks: feed.list, 500 events', floor: 0.7, unit: 'req/s', run: pageOfFeed },
  {
    name: 'webhooks: a write to 10 endpoints beside one to none',
    floor: 1 / 1.3,
    unit: 'req/s',
    run: writes,
  },
  { name: 'webhooks: deliveries to one endpoint', floor: 0.6, unit: 'req/s', run: deliveries },
  { name: 'webhooks: a dead endpoint beside others, and 1 s', floor: 1, unit: 'ms', run: besideDead },
]

const feedList = '/v1/webhooks/feed.list'

async function pageOfFeed(world: World): Promise<Result> {
  const site = await world.one()
  const [orgId = ''] = await organizationsOf(site.db, site.keys.slice(0, 1))
  await addEvents(site.db, orgId, 5000)
  // Whoever begins now gives all events their positions.
  await call({ url: site.ours.url, path: feedList, body: '{"from":"now"}' }, site.keys[0]!)
  await site.db.query('vacuum analyze events')
  return beside(site, site.keys, feedList, '{"limit":500}')
}

const mostEndpoints = 10

/** Half of the organizations have endpoints. Nobody sends anything, so that only the write is measured. */
async function writes(world: World): Promise<Result> {
  const site = await world.many()
  const half = site.keys.length / 2
  const orgIds = await organizationsOf(site.db, site.keys.slice(0, half))
  const endpoint = { url: 'https://hooks.example.com/', types: ['unit.created'] }
  for (let from = 0; from < half; from += 1000)
    await addEndpoints(
      site.db,
      orgIds
        .slice(from, from + 1000)
        .flatMap((orgId) => Array.from({ length: mostEndpoints }, () => ({ orgId, ...endpoint }))),
    )
  await site.db.query('vacuum analyze webhook_endpoints')
  let count = 0
  const run = Date.now()
  const target = (keys: string[]): Target => ({
    url: site.ours.url,
    keys,
    path: '/v1/org/units.create',
    body: () => `{"name":"Bench ${run}-${++count}","kind":"team"}`,
  })
  const result = await compare(target(site.keys.slice(0, half)), target(site.keys.slice(half)), {
    oursAt: site,
  })
  await site.db.query(
    `set session_replication_role = replica;
     delete from units where name like 'Bench %'; truncate webhook_deliveries, webhook_endpoints;
     reset session_replication_role`,
  )
  await site.db.query('vacuum analyze units')
  return result
}

const batch = { events: 2000, rounds: 8 }

/** A worker sends what is due at one endpoint, in turns with a loop that sends as many signed posts, eight at a time. */
async function deliveries(world: World): Promise<Result> {
  const site = await world.few()
  const { address, receiver, posts } = await sending(site)
  const [orgId = ''] = await organizationsOf(site.db, site.keys.slice(0, 1))
  const to = `${address}/deliveries`
  await addEndpoints(site.db, [{ orgId, url: to, types: ['unit.created'] }])
  const measured = async (begin: () => Promise<void>): Promise<number> => {
    await receiver('reset')
    await begin()
    const { count, first, last } = await allCame(receiver, batch.events)
    return (count * 1000) / (last - first)
  }
  const ours = () => measured(() => addEvents(site.db, orgId, batch.events))
  const limit = () => measured(() => posts(to, batch.events))
  await ours()
  await limit()
  const rounds: Round[] = []
  for (let round = 0; round < batch.rounds; round++) {
    const one = { ours: await ours(), limit: await limit() }
    rounds.push({ ...one, ratio: one.ours / one.limit })
  }
  await turn(site, '/deliveries', 'off')
  return middle(rounds)
}

/** Waits until so many requests have come, however long it takes: a row that never ends is seen. */
async function allCame(receiver: Sending['receiver'], count: number): Promise<ReceiverState> {
  for (;;) {
    const state = await receiver('state')
    if (state.count > count) throw new Error(`${state.count} requests came for ${count} events`)
    if (state.count === count) return state
    await sleep(50)
  }
}

/** Turns endpoints at a path on or off. What is still to be sent to those that are off is given up. */
async function turn({ db }: Site, path: string, how: 'on' | 'off'): Promise<void> {
  const isOn = how === 'on'
  await db.query(
    `update webhook_endpoints
        set enabled = $2, disabled_reason = case when not $2 then 'manual' end, disabled_at = case when not $2 then now() end,
            failing_since = null, consecutive_failures = 0
      where url like '%' || $1`,
    [path, isOn],
  )
  if (isOn) return
  await db.query(
    `update webhook_deliveries d set status = 'failed', next_attempt_at = null
       from webhook_endpoints e
      where e.org_id = d.org_id and e.id = d.endpoint_id and d.status = 'pending' and e.url like '%' || $1`,
    [path],
  )
}

const beside9 = { writes: 60, everyMs: 50, endpoints: 9, rounds: 4 }
/** Milliseconds by which a dead endpoint may move the others. */
const mayMoveMs = 1000

/**
 * Milliseconds from an event until it comes to nine endpoints, for 99 of 100, while a tenth endpoint of the company takes every request and
 * answers none (`ours`), and while there is no such endpoint, with one second more (`limit`).
 */
async function besideDead(world: World): Promise<Result> {
  const site = await world.few()
  const { address, receiver } = await sending(site)
  const keys = site.keys.filter((_, index) => index % 100 === 1)
  const [orgId = ''] = await organizationsOf(site.db, keys.slice(0, 1))
  const paths = [...Array.from({ length: beside9.endpoints }, (_, n) => `/others-${n}`), '/hanging']
  await addEndpoints(
    site.db,
    paths.map((path) => ({ orgId, url: address + path, types: ['unit.updated'] })),
  )
  const { data: units } = (await call({ url: site.ours.url, path: unitsList, body: '{}' }, keys[0]!)) as {
    data: { id: string }[]
  }
  let count = 0
  const write = async () => {
    const body = JSON.stringify({ unit_id: units[9]!.id, name: `Bench ${++count}` })
    const status = await send(`${site.ours.url}/v1/org/units.update`, keys[count % keys.length]!, body)
    if (status !== 200) throw new Error(`a write answers ${status}`)
  }
  const measured = async (): Promise<number> => {
    await receiver('reset')
    const before = count
    const stop = callEvery(beside9.everyMs, write)
    await sleep(beside9.everyMs * beside9.writes)
    await stop()
    const { delays } = await allCame(receiver, (count - before) * beside9.endpoints)
    return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)]!
  }
  const rounds: Round[] = []
  for (let round = 0; round < beside9.rounds; round++) {
    await turn(site, '/hanging', 'off')
    const quiet = (await measured()) + mayMoveMs
    await turn(site, '/hanging', 'on')
    const beside = await measured()
    rounds.push({ ours: beside, limit: quiet, ratio: quiet / beside })
  }
  return middle(rounds)
}
