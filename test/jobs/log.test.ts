import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { TaskList } from 'graphile-worker'
import pg from 'pg'
import pino from 'pino'
import { Vault } from '../../src/secrets/personal.ts'
import { startWorker, type Worker } from '../../src/worker/worker.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { idlePostbox } from '../support/postbox.ts'
import { idleStorage } from '../support/storage.ts'
import { until } from '../support/wait.ts'

describe('the log of a job that fails', () => {
  let database: TestDatabase
  let db: pg.Pool
  let worker: Worker
  const lines: string[] = []

  const tasks: TaskList = {
    asks: async (_payload, { query }) => void (await query(`select 'Grace Hopper'::date`)),
    stores: async (_payload, { query }) =>
      void (await query(`create temp table names (name text unique);
                         insert into names values ('Grace Hopper'), ('Grace Hopper')`)),
    breaks: () => Promise.reject(new Error('the disk is full')),
  }

  before(async () => {
    database = await createDatabase()
    db = new pg.Pool({ connectionString: database.url, max: 1 })
    db.on('error', () => undefined)
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const vault = new Vault({ current: randomBytes(32) })
    worker = await startWorker({
      ownerUrl: database.url,
      log,
      vault,
      postbox: idlePostbox(),
      storage: idleStorage(),
      tasks,
    })
  })
  after(async () => {
    await worker.stop(AbortSignal.timeout(2000))
    await db.end()
    await database.drop()
  })

  async function failing(task: string): Promise<Record<string, unknown>> {
    await db.query('select graphile_worker.add_job($1)', [task])
    return until(
      'its failure is logged',
      () =>
        lines
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .find((line) => line['task'] === task),
      10_000,
    )
  }

  for (const [task, code] of Object.entries({ asks: '22007', stores: '23505' }))
    it(`has no value of the database, but its code: ${code}`, async () => {
      const line = await failing(task)
      expect(line['cause']).to.include({ code, message: `database error ${code}` })
      expect(line['msg']).to.match(/^Failed task \d+ /)
      expect(line).to.have.property('job')
      expect(JSON.stringify(line)).to.not.include('Grace')
    })

  it('has the message of any other error, and where it was thrown', async () => {
    const { cause } = await failing('breaks')
    expect(cause).to.include({ name: 'Error', message: 'the disk is full' })
    expect((cause as { stack: string }).stack).to.include('log.test.ts')
  })
})
