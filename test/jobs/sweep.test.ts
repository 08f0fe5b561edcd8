import { expect } from 'chai'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { TransactionOptions } from '../../src/db/options.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import type { JobHelpers } from '../../src/jobs/job.ts'
import { task as sweepExpired } from '../../src/jobs/sweep_expired.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { enqueueJobs } from '../../src/queries/jobs.ts'
import type { Company, Member } from '../support/company.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('sweeping', () => {
  const server = useServer({})

  const rows = async (table: string, where = 'true'): Promise<number> => {
    const { rows } = await server.db.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${where}`,
    )
    return rows[0]!.n
  }
  const sweep = async (limit = 10_000): Promise<number> => {
    const { rows } = await server.db.query<{ n: number }>('select sweep_expired($1) as n', [limit])
    return rows[0]!.n
  }
  const remember = async (company: Company, key: string, expires: string) => {
    await server.db.query(
      `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, expires_at)
       values ($1, $2, $3, 'org.units.create', '', now() + $4::interval)`,
      [company.id, randomUUIDv7(), key, expires],
    )
  }
  const session = async (company: Company, { membershipId }: Member, expires: string): Promise<string> => {
    const id = randomUUIDv7()
    await server.db.query(
      `insert into sessions (org_id, id, membership_id, expires_at) values ($1, $2, $3, now() + $4::interval)`,
      [company.id, id, membershipId, expires],
    )
    await server.db.query(
      `insert into credential_lookups (secret_hash, kind, org_id, credential_id) values ($1, 'web', $2, $3)`,
      [randomBytes(32), company.id, id],
    )
    return id
  }

  /** A counter that was used last this long ago, and on its day so often. */
  const attempts = (ago: string, inDay: number) =>
    server.db.query(
      `insert into attempt_windows (subject_hash, minute, in_minute, hour, in_hour, day, in_day)
       values ($1, now() - $2::interval, 1, now() - $2::interval, 1, date_trunc('day', now() - $2::interval, 'UTC'), $3)`,
      [randomBytes(32), ago, inDay],
    )
  const known = (ago: string) =>
    server.db.query(
      `insert into sign_in_networks (login_network_hash, signed_in_at) values ($1, now() - $2::interval)`,
      [randomBytes(32), ago],
    )

  const event = async (company: Company, at: string) => {
    const unit = { id: company.root, name: 'Past', kind: 'team', parent_id: null, head: null, archived: true }
    await server.db.query(
      `insert into events (org_id, id, type, at, subject_id, payload, mentions)
       values ($1, $2, 'unit.archived', now() + $3::interval, $4, $5, '{}')`,
      [company.id, randomUUIDv7(), at, unit.id, JSON.stringify({ unit_id: unit.id, unit })],
    )
  }

  /** How many rows each table has. */
  const census = async (): Promise<Record<string, number>> => {
    const { rows: tables } = await server.db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const counts = await Promise.all(tables.map(async ({ name }) => [name, await rows(name)] as const))
    return Object.fromEntries(counts)
  }

  it('removes what has expired, and nothing else', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await hr.call('platform_whoami', {})
    const admin = await company.member('admin')
    await remember(company, 'fresh', '1 hour')
    const kept = await session(company, admin, '1 hour')
    const recent = await session(company, admin, '-29 days')
    await event(company, '-29 days')
    await attempts('1 minute', 5)
    await known('29 days')
    const before = await census()

    await event(company, '-31 days')
    await remember(company, 'old', '-1 second')
    const old = await session(company, admin, '-31 days')
    await server.db.query(
      `insert into rate_windows (org_id, credential_id, minute, used) values ($1, $2, now() - interval '2 hours', 7)`,
      [company.id, old],
    )
    await attempts('1 day', 60)
    await known('31 days')
    await sweep()

    expect(await census()).to.deep.equal(before)
    expect(await rows('idempotency_records', `key = 'fresh'`)).to.equal(1)
    expect(await rows('idempotency_records', `key = 'old'`)).to.equal(0)
    for (const table of ['sessions', 'credential_lookups']) {
      const id = table === 'sessions' ? 'id' : 'credential_id'
      expect(await rows(table, `${id} = '${kept}'`), table).to.equal(1)
      expect(await rows(table, `${id} = '${recent}'`), 'an ended session is kept for a while').to.equal(1)
      expect(await rows(table, `${id} = '${old}'`), table).to.equal(0)
    }
    await hr.call('platform_whoami', {})
  })

  it('removes a limited number of rows at a time', async () => {
    const company = await server.company()
    for (let i = 0; i < 5; i++) await remember(company, `bounded-${i}`, '-1 second')
    await sweep(2)
    expect(await rows('idempotency_records', `key like 'bounded-%'`)).to.equal(3)
    await sweep(2)
    await sweep(2)
    expect(await rows('idempotency_records', `key like 'bounded-%'`)).to.equal(0)
  })

  it('keeps counters of failures for the day, unless there are very many of them', async () => {
    const ofHours = (hours: number, count: number) =>
      server.db.query(
        `insert into attempt_windows (subject_hash, minute, in_minute, hour, in_hour, day, in_day)
         select int4send(n), t, 1, t, 1, date_trunc('day', now(), 'UTC'), 60
           from generate_series($1::int, $2::int) n, (select now() - make_interval(hours => $3)) as at (t)`,
        [hours * 1000, hours * 1000 + count - 1, hours],
      )
    await server.db.query('delete from attempt_windows')
    await ofHours(2, 100)
    await sweep(10)
    expect(await rows('attempt_windows')).to.equal(100)
    await ofHours(0, 901)
    for (let round = 0; round < 3; round++) await sweep(10)
    expect(await rows('attempt_windows')).to.equal(991)
  })

  it('is repeated where it finds much, and not elsewhere: some of it reads rows of all organizations', async () => {
    const asked: string[] = []
    const times = (name: string) => asked.filter((one) => one === name).length
    const client = {
      async query(text: string) {
        const names: string[] = text.match(/sweep_[a-z]+/g) ?? []
        asked.push(...names)
        const isMuch = names.includes('sweep_expired') && times('sweep_expired') < 5
        return { rows: [{ removed: isMuch ? 10_000 : 12 }] }
      },
    }
    const withPgClient = (work: (given: typeof client) => Promise<unknown>) => work(client)
    await sweepExpired({}, { withPgClient, clock: () => new Date() } as unknown as JobHelpers)
    expect([times('sweep_expired'), times('sweep_oauth')]).to.deep.equal([5, 1])
  })

  it('is a job that continues until nothing is left', async () => {
    const company = await server.company()
    await server.db.query(
      `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, expires_at)
       select $1, $2, 'many-' || n, 'org.units.create', '', now() - interval '1 second' from generate_series(1, 25000) n`,
      [company.id, randomUUIDv7()],
    )
    await server.db.query(`select graphile_worker.add_job('sweep_expired')`)
    const worker = await startWorker({
      ownerUrl: server.database.url,
      log: server.running.log,
      vault: server.running.runtime.vault,
      postbox: server.running.runtime.postbox,
      storage: server.running.runtime.storage,
    })
    try {
      await until(
        'the job is done',
        async () => (await rows('graphile_worker.jobs', `task_identifier = 'sweep_expired'`)) === 0,
      )
      expect(await rows('idempotency_records', `key like 'many-%'`)).to.equal(0)
    } finally {
      await worker.stop(AbortSignal.timeout(5000))
    }
  })

  describe('a job of an action', () => {
    // Tasks that no worker runs. The database refuses the names that it does not know.
    before(() => server.db.query(`insert into job_tasks (name) values ('committed'), ('dry'), ('failed')`))

    /** Queues a job as the writer of events does. */
    const enqueue = async (
      company: Company,
      task: string,
      options: Partial<TransactionOptions>,
      then?: Error,
    ) => {
      await withOrganization(
        server.running.runtime.pool,
        company.id,
        { mode: 'write', ...options },
        async (db) => {
          await enqueueJobs(db, [{ task, payload: { n: 1 } }])
          if (then) throw then
        },
      )
    }
    const queued = (task: string) => rows('graphile_worker.jobs', `task_identifier = '${task}'`)

    it('is queued when the action is committed', async () => {
      await enqueue(await server.company(), 'committed', {})
      expect(await queued('committed')).to.equal(1)
    })

    it('is not queued by a dry run', async () => {
      await enqueue(await server.company(), 'dry', { dryRun: true })
      expect(await queued('dry')).to.equal(0)
    })

    it('is not queued when the action fails afterwards', async () => {
      const company = await server.company()
      const failed = await enqueue(company, 'failed', {}, new Error('no')).catch(
        (error: Error) => error.message,
      )
      expect(failed).to.equal('no')
      expect(await queued('failed')).to.equal(0)
    })
  })
})
