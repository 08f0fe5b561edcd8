import { deepStrictEqual } from 'node:assert'
import { hashSecret } from '../../src/secrets/credentials.ts'
import type { NewPerson } from '../limits/setup.ts'
import type { Pace, Target } from '../load.ts'
import type { Site } from '../world.ts'
import { call, compare, slow, type Result, type Row } from './compare.ts'

/** Calls for 250 people at once, one after the other. They run last in their world, because they add and change people. */
export const bulk: Row[] = [
  {
    name: 'people.import_csv of 250 unchanged in 100,000',
    floor: 0.3,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      const blocks = await blocksOf(site)
      const next = turns(blocks.length)
      return besideLimit(site, site.largeKeys, importPath, () => () => fileOf(blocks[next()]!))
    },
  },
  {
    name: 'people.import_csv of 250, half changed',
    floor: 0.35,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      const blocks = await blocksOf(site)
      return besideLimit(site, site.largeKeys, importPath, (share) => halfChanged(blocks, share))
    },
  },
  {
    name: 'setup.apply of 250 new people',
    floor: 0.4,
    unit: 'req/s',
    async run(world) {
      const site = await world.huge()
      return besideLimit(site, site.largeKeys, '/v1/org/setup.apply', () => newPeople)
    },
  },
]

const importPath = '/v1/org/people.import_csv'
const size = 250
/** One caller: calls of the same organization wait for each other's locks. */
const oneByOne: Pace = { ...slow, connections: 1 }

/** @param bodies makes what the next body of a server is made with; the two servers are 0 and 1 */
async function besideLimit(
  site: Site,
  keys: string[],
  path: string,
  bodies: (share: 0 | 1) => () => string,
): Promise<Result> {
  const [ours, limit] = [bodies(0), bodies(1)]
  const target = (url: string, body: () => string): Target => ({ url, path, keys, body })
  const body = limit()
  const dry = await call({ url: site.ours.url, path: `${path}?dry_run=true`, body }, keys[0]!)
  const done = await call({ url: site.limit.url, path, body }, keys[0]!)
  const data = (answer: unknown) => (answer as { data: unknown }).data
  deepStrictEqual(data(done), data(dry), 'the hand-written server answers something else')
  return compare(target(site.ours.url, ours), target(site.limit.url, limit), {
    oursAt: site,
    pace: oneByOne,
  })
}

interface Listed {
  given_name: string
  family_name: string
  work_email: string
  title: string
  team: string
  manager_email: string
}

/** The people of the largest organization who have a manager, in blocks as large as a call. */
async function blocksOf({ db, largeKeys }: Site): Promise<Listed[][]> {
  const { rows } = await db.query<Listed>(
    `select p.given_name, p.family_name, p.work_email, j.title, u.name as team, m.work_email as manager_email
       from credential_lookups c
       join people p on p.org_id = c.org_id
       join job_rows j on j.org_id = c.org_id and j.person_id = p.id and j.valid_to is null
       join units u on u.org_id = c.org_id and u.id = j.unit_id
       join people m on m.org_id = c.org_id and m.id = j.manager_id
      where c.secret_hash = $1 and c.kind = 'key'
      order by p.id`,
    [hashSecret(largeKeys[0]!)],
  )
  const whole = Math.floor(rows.length / size)
  return Array.from({ length: whole }, (_, index) => rows.slice(index * size, (index + 1) * size))
}

const columns = ['given_name', 'family_name', 'work_email', 'title', 'team', 'manager_email'] as const

const fileOf = (people: Listed[]): string => {
  const lines = people.map((person) => columns.map((column) => person[column]).join(','))
  return JSON.stringify({ csv: [columns.join(','), ...lines, ''].join('\n') })
}

/** 0, 1, 2 … below `count`, again and again. */
function turns(count: number): () => number {
  let next = 0
  return () => next++ % count
}

/** Files in which every second person has another title. Each server has blocks of its own. */
function halfChanged(all: Listed[][], share: number): () => string {
  const blocks = all.filter((_, index) => index % 2 === share)
  let count = 0
  return () => {
    const turn = count++
    const block = blocks[turn % blocks.length]!
    const half = Math.floor(turn / blocks.length) % 2
    for (const [index, person] of block.entries())
      if (index % 2 === half)
        person.title = person.title.startsWith('Lead ') ? person.title.slice(5) : `Lead ${person.title}`
    return fileOf(block)
  }
}

const givenNames = ['Ada', 'Chiara', 'Dimitri', 'Femke', 'Goran', 'Hanna', 'Ivo', 'Julia', 'Nadia', 'Oskar']
const syllables = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'ru', 'sa', 'te', 'vi', 'zo']
let made = 0

/** People whom nobody has hired before, below managers and in units that exist. */
function newPeople(): string {
  const people = Array.from({ length: size }, (_, index): NewPerson => {
    const number = made++
    const given_name = givenNames[number % givenNames.length]!
    const family_name = familyName(number)
    return {
      given_name,
      family_name,
      work_email: `${given_name}.${family_name}.${number}@company.example`,
      title: index % 2 === 0 ? 'Engineer' : 'Analyst',
      unit: `Team ${9 + (number % 50)}`,
      manager_email: `person.${1 + (number % 500)}@company.example`,
      start_date: '2026-01-05',
    }
  })
  return JSON.stringify({ people })
}

/** Another name for each number. */
function familyName(number: number): string {
  let [name, rest] = ['', number]
  for (let place = 0; place < 5; place++) {
    name += syllables[rest % syllables.length]!
    rest = Math.floor(rest / syllables.length)
  }
  return name[0]!.toUpperCase() + name.slice(1)
}
