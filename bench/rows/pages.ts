import type pg from 'pg'
import { Pool, type Dispatcher } from 'undici'
import { hashSecret, newSessionSecret } from '../../src/secrets/credentials.ts'
import type { Site } from '../world.ts'
import { middle, type Result, type Round, type Row } from './compare.ts'

/** A page, beside the calls that it makes, one after the other over REST with the same session: at most 1.5 times their time. */
const floor = 1 / 1.5

const pace = { warmUpSeconds: 4, rounds: 6, seconds: 0.3 }
const connections = 4
/** None reaches its limit of calls in a minute. */
const sessions = 2000

interface Call {
  path: string
  body: object
}

/** Asked by each page for its bell. */
const bell: Call = { path: '/v1/platform/notifications.list', body: { limit: 0 } }

const row = (name: string, path: string, calls: (personId: string) => Call[]): Row => ({
  name: `page: ${name}`,
  floor,
  unit: 'req/s',
  async run(world) {
    const site = await world.many()
    const { slug, personId, secrets } = await signIn(site)
    const page = `/${slug}/${path.replace(':person', personId)}`
    return besideCalls(site, secrets, page, [...calls(personId), bell])
  },
})

/** The pages of everyday work in a company of 10,000 people. */
export const pages: Row[] = [
  row('home', 'manage', () => [
    { path: '/v1/org/approvals.list', body: { status: 'open', waiting_for_me: true } },
    { path: '/v1/org/checklists.tasks.list', body: { limit: 5 } },
    { path: '/v1/org/setup.status', body: {} },
    { path: '/v1/org/home.summary', body: {} },
  ]),
  row('people, 100 of 10,000', 'manage/people', () => [
    { path: '/v1/org/people.list', body: { limit: 100 } },
    { path: '/v1/org/units.list', body: {} },
    { path: '/v1/org/locations.list', body: {} },
    {
      path: '/v1/platform/can',
      body: {
        calls: [
          { action: 'org/people.list', input: { joined_between: { from: '2000-01-01' } } },
          { action: 'org/people.list', input: { probation_ends_before: '2000-01-01' } },
        ],
      },
    },
  ]),
  row('a person of 10,000', 'manage/people/:person', (id) => [
    { path: '/v1/org/people.get', body: { person_id: id } },
    { path: '/v1/org/people.timeline', body: { person_id: id } },
    { path: '/v1/org/pay.list', body: { person_id: id } },
    { path: '/v1/org/people.list', body: { manager_id: id, limit: 50 } },
    { path: '/v1/org/invites.list', body: { person_id: id } },
    { path: '/v1/org/approvals.list', body: { person_id: id, status: 'open' } },
    { path: '/v1/platform/activity.list', body: { person_id: id, limit: 10 } },
    { path: '/v1/org/fields.list', body: {} },
    { path: '/v1/documents/list', body: { person_id: id, limit: 50 } },
    { path: '/v1/org/checklists.runs.list', body: { person_id: id, status: 'all', limit: 10 } },
    { path: '/v1/org/positions.list', body: { status: 'filled', filled_by_person_id: id, limit: 5 } },
    {
      path: '/v1/platform/can',
      body: {
        calls: [
          {
            action: 'org/people.change_job',
            input: { person_id: id, effective_date: '2026-06-01', reason: 'change' },
          },
          { action: 'org/people.update_profile', input: { person_id: id } },
          { action: 'org/invites.create', input: { person_id: id } },
          { action: 'org/people.export_data', input: { person_id: id } },
          { action: 'org/people.terminate', input: { person_id: id, last_day: '2026-06-01' } },
          {
            action: 'org/pay.add',
            input: {
              person_id: id,
              effective_date: '2026-06-01',
              amount: 1,
              currency: 'EUR',
              period: 'year',
            },
          },
        ],
      },
    },
  ]),
  row('chart of 10,000', 'manage/chart', () => [{ path: '/v1/org/people.chart', body: { depth: 2 } }]),
]

/** Signs the owner of the largest company in, many times. */
async function signIn({ db }: Site): Promise<{ slug: string; personId: string; secrets: string[] }> {
  const { rows } = await db.query<{ org_id: string; slug: string; membership_id: string; person_id: string }>(
    `select o.org_id, o.slug, m.id as membership_id, p.manager_id as person_id
       from (select org_id, manager_id from job_rows where manager_id is not null
              group by org_id, manager_id order by count(*) desc, manager_id limit 1) p
       join organizations o on o.org_id = p.org_id join memberships m on m.org_id = p.org_id
      where (select count(*) from people where org_id = p.org_id) > 1000 limit 1`,
  )
  const { org_id, slug, membership_id, person_id: personId } = rows[0]!
  const secrets = Array.from({ length: sessions }, () => newSessionSecret())
  await db.query(
    `with made as (select uuidv7() as id, hash from unnest($1::bytea[]) hash),
          session as (insert into sessions (org_id, id, membership_id, expires_at)
                      select $2, id, $3, now() + interval '1 day' from made)
     insert into credential_lookups (secret_hash, kind, org_id, credential_id) select hash, 'web', $2, id from made`,
    [secrets.map(hashSecret), org_id, membership_id],
  )
  await touch(db, secrets)
  return { slug, personId, secrets }
}

/** Uses every session once: the first use in each minute also writes when it was. */
const touch = (db: pg.ClientBase, secrets: string[]) =>
  db.query(`select count(*) from unnest($1::bytea[]) as hash, authenticate(hash, 'web', 1)`, [
    secrets.map(hashSecret),
  ])

/** Measures the page and its calls in turn. The calls together have the rate of one after the other. */
async function besideCalls({ ours, db }: Site, keys: string[], path: string, calls: Call[]): Promise<Result> {
  const pool = new Pool(ours.url, { connections })
  const origin = ours.url.replace('127.0.0.1', 'localhost')
  let next = 0
  const headers = () => ({ cookie: `rollcall=${keys[(next += 1) % keys.length]}` })
  const asks: (() => Promise<Dispatcher.ResponseData>)[] = [
    () => pool.request({ method: 'GET', path, headers: { ...headers(), accept: 'text/html' } }),
    ...calls.map(
      (call) => () =>
        pool.request({
          method: 'POST',
          path: call.path,
          headers: { ...headers(), origin, 'content-type': 'application/json' },
          body: JSON.stringify(call.body),
        }),
    ),
  ]
  try {
    for (const ask of asks) await turn(ask, pace.warmUpSeconds / asks.length)
    const rounds: Round[] = []
    for (let round = 0; round < pace.rounds; round++) {
      await touch(db, keys)
      const rates: number[] = []
      for (const ask of asks) rates.push(await turn(ask, pace.seconds))
      const [pageRate = 0, ...others] = rates
      const together = 1 / others.reduce((sum, rate) => sum + 1 / rate, 0)
      rounds.push({ ours: pageRate, limit: together, ratio: pageRate / together })
    }
    return middle(rounds)
  } finally {
    await pool.close()
  }
}

/**
 * Asks over a few connections for so long.
 *
 * @returns answers per second
 * @throws Error for an answer that is not 200
 */
async function turn(ask: () => Promise<Dispatcher.ResponseData>, seconds: number): Promise<number> {
  const began = performance.now()
  let answered = 0
  const one = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const { statusCode, body } = await ask()
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`answers ${statusCode}: ${text.slice(0, 300)}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return (answered * 1000) / (performance.now() - began)
}
