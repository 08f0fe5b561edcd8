import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import pino from 'pino'
import { removeFailedRuns } from '../../src/queries/system/jobs.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { cron, startWorker, type Worker } from '../../src/worker/worker.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { idlePostbox } from '../support/postbox.ts'
import { idleStorage } from '../support/storage.ts'
import { until } from '../support/wait.ts'

const task = 'sweep_files'

describe('a job that begins by itself', () => {
  let database: TestDatabase
  let db: pg.Pool
  let worker: Worker
  let run: () => Promise<void>

  before(async () => {
    database = await createDatabase()
    db = new pg.Pool({ connectionString: database.url, max: 2 })
    db.on('error', () => undefined)
    worker = await startWorker({
      ownerUrl: database.url,
      log: pino({ level: 'silent' }),
      vault: new Vault({ current: randomBytes(32) }),
      postbox: idlePostbox(),
      storage: idleStorage(),
      // So that nothing begins but what the test begins.
      clock: () => new Date(),
      tasks: { [task]: () => run() },
    })
  })
  after(async () => {
    await worker.stop(AbortSignal.timeout(5000))
    await db.end()
    await database.drop()
  })
  afterEach(() => db.query('delete from graphile_worker._private_jobs'))

  /** Begins the job as graphile-worker does when its time comes. */
  const begin = async () => {
    const { options } = cron.find((item) => item.task === task)!
    const { queueName, maxAttempts, jobKey } = { ...defaults, ...options }
    await db.query(
      `select graphile_worker.add_job($1, '{}', queue_name => $2, max_attempts => $3, job_key => $4)`,
      [task, queueName, maxAttempts, jobKey],
    )
  }
  const defaults = { queueName: null, maxAttempts: null, jobKey: null }
  const jobs = async (where = 'true') =>
    (await db.query(`select 1 from graphile_worker.jobs where ${where}`)).rowCount

  it('does not run beside itself when it takes longer than until its next time, and waits once', async () => {
    const end = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    let runs = 0
    run = async () => {
      runs++
      most = Math.max(most, ++running)
      await end.promise
      running--
    }
    await begin()
    await until('it runs', () => running === 1)
    for (let time = 0; time < 5; time++) await begin()
    expect(await jobs()).to.equal(2)
    end.resolve()
    await until('nothing is left', async () => (await jobs()) === 0)
    expect({ runs, most }).to.deep.equal({ runs: 2, most: 1 })
  })

  it('leaves a failure to its next time after a few attempts, which operators see for a day', async () => {
    let runs = 0
    run = () => Promise.reject(new Error(`failed ${++runs} times`))
    await begin()
    // As if the seconds between the attempts had passed.
    await until('it has failed for good', async () => {
      await db.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
      return (await jobs('attempts >= max_attempts and locked_at is null')) === 1
    })
    expect(runs).to.equal(3)
    await begin()
    await until('it is tried again at its next time', () => runs > 3)
  })

  it('leaves nothing of failures behind, and others do: nobody else does their work', async () => {
    const failed = async (name: string, age: string) => {
      await db.query(
        `select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job($1, run_at => now() - $2::interval)).id])`,
        [name, age],
      )
    }
    run = () => Promise.resolve()
    await db.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('sweep_files', now())`,
    )
    for (const name of [task, 'remove_files']) for (const age of ['1 hour', '2 days']) await failed(name, age)
    const client = await db.connect()
    await removeFailedRuns(client).finally(() => client.release())
    expect(await jobs(`task_identifier = '${task}'`)).to.equal(1)
    expect(await jobs(`task_identifier = 'remove_files'`)).to.equal(2)
  })
})
