import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '../../src/secrets/passwords.ts'
import type { Target } from '../load.ts'
import { callEvery, latencyOf, send, type Latency } from '../neighbor.ts'
import type { World } from '../world.ts'
import { announce, ofService, putFile } from './files.ts'
import { call, middle, peopleList, unitsList, type Result, type Round, type Row } from './compare.ts'

/** What one organization's calls do to others. */
export const neighbors: Row[] = [
  { name: 'noisy neighbor: 5,000 people listed 5 times a second', floor: 0.5, unit: 'ms', run: besideLists },
  { name: 'noisy neighbor: 290 writes at once', floor: 0.5, unit: 'ms', run: besideWrites },
  { name: 'noisy neighbor: 20 sign-ins at once', floor: 0.4, unit: 'ms', run: besideSignIns },
  { name: 'noisy neighbor: 4 files of 25 MB at a time', floor: 0.5, unit: 'ms', run: besideFiles },
]

/** Sign-ins of the same moment. */
const atOnce = 20

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
 * Members of another organization sign in, twenty of them at the same moment, once a second. Each does so a few times in all:
 * nobody may sign in as often as they like.
 */
async function besideSignIns(world: World): Promise<Result> {
  const { ours, keys, db } = await world.neighbors()
  const password = 'twenty at once, please'
  const { rows } = await db.query<{ slug: string; email: string }>(
    `with company as (select org_id, slug from organizations order by org_id limit 1),
          login as (insert into users (org_id, id, email, email_key, display_name, password_hash)
                    select org_id, uuidv7(), email, email, 'Somebody', $1
                      from company, generate_series(1, $2) n, format('login-%s-%s@company.example', $3::text, n) email
                    returning org_id, id, email),
          member as (insert into memberships (org_id, id, user_id, role)
                     select org_id, uuidv7(), id, 'viewer' from login)
     select slug, email from login join company using (org_id)`,
    [await hashPassword(password), 10 * atOnce, Date.now()],
  )
  const logins = rows.map(({ slug, email }) => JSON.stringify({ organization: slug, email, password }))
  let next = 0
  const one = () => signIn(ours.url, logins[next++ % logins.length]!)
  return disturb({ url: ours.url, path: unitsList, body: '{}', keys }, () =>
    callEvery(1000, () => Promise.all(Array.from({ length: atOnce }, one))),
  )
}

/** Another organization puts files, four at a time. */
async function besideFiles(world: World): Promise<Result> {
  const site = await world.neighbors()
  const size = 25_000_000
  const piece = randomBytes(1_000_000)
  const places = await announce(site, 400, randomUUIDv7)
  return disturb({ url: site.ours.url, path: unitsList, body: '{}', keys: site.keys }, () => {
    let goesOn = true
    const one = async (): Promise<void> => {
      while (goesOn) await putFile(ofService(site.ours, places.pop()!, size), piece, size)
    }
    const all = Promise.all(Array.from({ length: 4 }, one))
    return async () => {
      goesOn = false
      await all
      await rm(join(site.dataDir, 'files'), { recursive: true, force: true })
    }
  })
}

/** Signs in as a page of the service does. */
async function signIn(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const { status } = await fetch(`${url}/auth/sign_in`, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`signing in answers ${status}`)
}

const rounds = 5
const seconds = 1

/**
 * The latency of an organization's calls while another one disturbs (`ours`) and while nobody does (`limit`): of 99 in
 * 100, or of half of the calls where that is worse.
 */
async function disturb(target: Target, disturbance: () => () => Promise<void>): Promise<Result> {
  const results: Round[] = []
  await latencyOf(target, 1)
  for (let round = 0; round < rounds; round++) {
    const quiet = await latencyOf(target, seconds)
    const stop = disturbance()
    const disturbed = await latencyOf(target, seconds)
    await stop()
    const of = (part: keyof Latency) => ({
      ours: disturbed[part],
      limit: quiet[part],
      ratio: quiet[part] / disturbed[part],
    })
    results.push([of('p99'), of('p50')].toSorted((a, b) => a.ratio - b.ratio)[0] as Round)
  }
  return middle(results)
}
