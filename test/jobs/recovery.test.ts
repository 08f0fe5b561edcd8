import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import pino from 'pino'
import { workers as jobs } from '../../src/generated/workers.ts'
import type { Job } from '../../src/jobs/job.ts'
import { unlockStrayJobs } from '../../src/queries/system/jobs.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { holdPoolLock, reapDeadPools } from '../../src/worker/pools.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/worker/worker.ts'
import { idlePostbox } from '../support/postbox.ts'
import { idleStorage } from '../support/storage.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { until } from '../support/wait.ts'

describe('job workers', () => {
  let database: TestDatabase
  let db: pg.Pool
  const workers: Worker[] = []
  const children: ChildProcess[] = []

  beforeEach(async () => {
    database = await createDatabase()
    db = new pg.Pool({ connectionString: database.url, max: 4 })
    db.on('error', () => undefined)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(workers.splice(0).map((worker) => worker.stop(AbortSignal.timeout(2000))))
    await db.end()
    await database.drop()
  })

  const log = pino({ level: 'silent' })
  const vault = new Vault({ current: randomBytes(32) })
  const work = async (options: Partial<WorkerOptions> = {}): Promise<Worker> => {
    const worker = await startWorker({
      ownerUrl: database.url,
      log,
      vault,
      postbox: idlePostbox(),
      storage: idleStorage(),
      ...options,
    })
    workers.push(worker)
    return worker
  }
  /** A worker in a separate process, whose jobs never end. */
  const stuckWorker = (): ChildProcess => {
    const child = spawn(process.execPath, ['test/support/stuck-worker.ts', database.url], {
      stdio: 'inherit',
    })
    children.push(child)
    return child
  }
  const addJobs = async (count: number) => {
    await db.query(
      `select graphile_worker.add_job('count', json_build_object('n', n)) from generate_series(1, $1) n`,
      [count],
    )
  }
  const count = async (query: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)
    return rows[0]!.n
  }
  const locked = () => count('graphile_worker.jobs where locked_at is not null')
  const pools = async (): Promise<string[]> => {
    const { rows } = await db.query<{ pool_id: string }>('select pool_id from worker_pools order by pool_id')
    return rows.map((row) => row.pool_id)
  }

  it('begin jobs by themselves, and none where a test sets the time', async () => {
    const begun = async () => {
      const { rows } = await db.query<{ identifier: string }>(
        'select identifier from graphile_worker._private_known_crontabs order by identifier',
      )
      return rows.map(({ identifier }) => identifier)
    }
    await work({ clock: () => new Date('2026-06-15T12:00:00Z') })
    expect(await begun()).to.deep.equal([])
    await work()
    const withCron = Object.entries<Job>(jobs).filter(([, { cron }]) => cron !== null)
    const names = withCron.map(([name]) => name).sort()
    expect(names).to.include('sweep_expired')
    await until('cron knows them', async () => isDeepStrictEqual(await begun(), names))
  })

  it('get the jobs of a worker that was killed with kill -9, within ten seconds', async () => {
    await addJobs(8)
    const killed = stuckWorker()
    await until('it holds three jobs', async () => (await locked()) === 3, 15_000)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(await locked(), 'graphile-worker itself leaves them locked').to.equal(3)

    const done = new Set<number>()
    await work({ tasks: { count: async (payload) => void done.add((payload as { n: number }).n) } })
    await until('all jobs are done', () => done.size === 8, 10_000)
    await until('none is left', async () => (await count('graphile_worker.jobs')) === 0)
    expect(await pools(), 'the dead pool is forgotten').to.have.length(1)
  })

  for (const end of ['success', 'failure'])
    it(`live on when PostgreSQL ends their connection while they note a ${end}`, async () => {
      const hold = await db.connect()
      let runs = 0
      await work({
        tasks: {
          async count(_payload, { job }) {
            if (++runs > 1) return
            // Whoever notes the end of this job waits for its row.
            await hold.query('begin')
            await hold.query('select from graphile_worker._private_jobs where id = $1 for update', [job.id])
            if (end === 'failure') throw new Error('It fails at first.')
          },
        },
      })
      await addJobs(1)
      await until('the connection was ended', async () => {
        const { rowCount } = await db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`,
        )
        return rowCount === 1
      })
      await hold.query('rollback')
      hold.release()
      await until('it was done again', async () => (await count('graphile_worker.jobs')) === 0)
      expect(runs).to.equal(2)
    })

  it('leave jobs that do not end in time to other workers, at once', async () => {
    await addJobs(2)
    const hurried = stuckWorker()
    await until('it holds both jobs', async () => (await locked()) === 2, 15_000)
    hurried.kill('SIGTERM')
    await once(hurried, 'exit')
    const done = new Set<number>()
    await work({ tasks: { count: async (payload) => void done.add((payload as { n: number }).n) } })
    await until('both are done', () => done.size === 2, 10_000)
  })

  it('leave no trace when they stop with their work done', async () => {
    let ended = 0
    const worker = await work({ tasks: { count: async () => void ended++ } })
    expect(await pools()).to.have.length(1)
    await addJobs(5)
    await until('all jobs are done', () => ended === 5)
    workers.length = 0
    await worker.stop(AbortSignal.timeout(5000))
    expect(await pools()).to.deep.equal([])
    expect(await locked()).to.equal(0)
  })

  it('let a running job end before they stop', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const worker = await work({
      tasks: {
        async count() {
          started.resolve()
          await finish.promise
        },
      },
    })
    await addJobs(1)
    await started.promise
    workers.length = 0
    const stopped = worker.stop(AbortSignal.timeout(10_000))
    finish.resolve()
    await stopped
    expect(await count('graphile_worker.jobs')).to.equal(0)
  })

  it('are never declared dead while they live', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    let runs = 0
    await work({
      tasks: {
        async count() {
          runs++
          started.resolve()
          await finish.promise
        },
      },
    })
    await addJobs(1)
    await started.promise
    const found = await Promise.all(Array.from({ length: 20 }, () => reapDeadPools(db)))
    expect(found.flat()).to.deep.equal([])
    expect(await locked()).to.equal(1)
    finish.resolve()
    await until('the job is done', async () => (await count('graphile_worker.jobs')) === 0)
    expect(runs).to.equal(1)
  })

  it('take their lock again when its connection breaks', async () => {
    let lost = false
    const lock = await holdPoolLock(database.url, 'pool-a', () => (lost = true))
    const holders = () =>
      db.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    const [first] = (await holders()).rows
    await db.query('select pg_terminate_backend($1::int)', [first!.pid])
    await until('another connection holds it', async () => {
      const [now] = (await holders()).rows
      return now !== undefined && now.pid !== first!.pid
    })
    expect(await reapDeadPools(db)).to.deep.equal([])
    await lock.release(true)
    expect(lost).to.equal(false)
    expect(await pools()).to.deep.equal([])
  })

  it('hold no connection when they cannot be recorded', async () => {
    // As where a database takes no writes for a while.
    await db.query('alter table worker_pools rename to worker_pools_of_before')
    const failed = holdPoolLock(database.url, 'pool-a', () => undefined)
    expect(await failed.catch((error: { code?: string }) => error.code)).to.equal('42P01')
    await until(
      'its lock is free',
      async () =>
        (await count(
          `pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        )) === 0,
    )
  })

  it('start again when they were declared dead meanwhile', async () => {
    const done = new Set<number>()
    const worker = await work({
      tasks: { count: async (payload) => void done.add((payload as { n: number }).n) },
    })
    const [before] = await pools()
    await db.query('delete from worker_pools')
    await db.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    const after = await until('another pool is on record', async () => (await pools())[0])
    expect(after).not.to.equal(before)
    await addJobs(3)
    await until('it works', () => done.size === 3)
    await until('it says so', () =>
      worker.check().then(
        () => true,
        () => false,
      ),
    )
  })

  it('unlock the jobs of a pool that died before it was recorded, after five minutes', async () => {
    await addJobs(2)
    await db.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes', locked_by = 'pool-x' where id = (select min(id) from graphile_worker.jobs)`,
    )
    await db.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-y' where id = (select max(id) from graphile_worker.jobs)`,
    )
    const client = await db.connect()
    await unlockStrayJobs(client).finally(() => client.release())
    expect(await count(`graphile_worker.jobs where locked_by = 'pool-x'`)).to.equal(0)
    expect(await count(`graphile_worker.jobs where locked_by = 'pool-y'`), 'it may be starting').to.equal(1)
  })
})
