import { deepStrictEqual } from 'node:assert'
import { hashSecret } from '../../src/secrets/credentials.ts'
import type { Target } from '../load.ts'
import type { Site } from '../world.ts'
import { call, compare, type Row } from './compare.ts'

/** Changes of job histories, in many organizations of ten people. */
export const changes: Row[] = [
  {
    name: 'people.change_job',
    floor: 0.5,
    unit: 'req/s',
    async run(world) {
      const site = await world.many()
      const people = await peopleOf(site)
      const day = nextDay()
      const target = (url: string, share: number): Target => ({
        url,
        path,
        keys: site.keys,
        body: promotions(people, share, day),
      })
      await expectSameAnswer(site, people, day)
      return compare(target(site.ours.url, 0), target(site.limit.url, 1), { oursAt: site })
    },
  },
]

const path = '/v1/org/people.change_job'

/** The ids of the people of each key's organization. */
async function peopleOf({ db, keys }: Site): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ ids: string[] }>(
    `select array_agg(p.id::text order by p.id) as ids
       from unnest($1::bytea[]) with ordinality as k (hash, n)
       join credential_lookups c on c.secret_hash = k.hash and c.kind = 'key'
       join people p on p.org_id = c.org_id
      group by k.n order by k.n`,
    [keys.map(hashSecret)],
  )
  return new Map(keys.map((key, index) => [key, rows[index]!.ids]))
}

let runs = 0

/** The first day of the changes of a run: later than all rows and than the changes of the runs before. */
function nextDay(): Date {
  return new Date(Date.UTC(2025, 0, 10 + 100 * runs++))
}

/** How many people of an organization each server changes in turn. The two never change the same person. */
const share = 4

/** One promotion after the other. For each key it is another person, and later another day of the same person. */
function promotions(people: Map<string, string[]>, first: number, from: Date): (key: string) => string {
  const counts = new Map<string, number>()
  return (key) => {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    const id = people.get(key)![first + 2 * (count % share)]!
    return promotion(id, from, Math.floor(count / share))
  }
}

function promotion(id: string, from: Date, days: number): string {
  const day = new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return JSON.stringify({ person_id: id, effective_date: day, reason: 'promotion', title: `Bench ${day}` })
}

/** The person with whom the answers are compared is none of those who are changed afterwards. */
async function expectSameAnswer(site: Site, people: Map<string, string[]>, day: Date): Promise<void> {
  const [key = ''] = site.keys
  const body = promotion(people.get(key)!.at(-1)!, day, 0)
  const dry = await call({ url: site.ours.url, path: `${path}?dry_run=true`, body }, key)
  const done = await call({ url: site.limit.url, path, body }, key)
  const { data: ours } = dry as { data: { job: object } }
  const { data: limit } = done as { data: { job: object } }
  const same = { id: 'a new one' }
  deepStrictEqual({ ...limit, job: { ...limit.job, ...same } }, { ...ours, job: { ...ours.job, ...same } })
}
