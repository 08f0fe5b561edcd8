import { expect } from 'chai'
import pg from 'pg'
import pino from 'pino'
import { countWorkers } from '../../src/queries/system/jobs.ts'
import { holdPoolLock } from '../../src/worker/pools.ts'
import { watchWorkers } from '../../src/worker/watch.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { useServer } from '../support/server.ts'

describe('a process that is no worker', () => {
  let database: TestDatabase
  let db: pg.Pool
  before(async () => {
    database = await createDatabase()
    db = new pg.Pool({ connectionString: database.url, max: 2 })
  })
  beforeEach(() => db.query('delete from worker_pools'))
  after(async () => {
    await db.end()
    await database.drop()
  })

  it('counts the workers that live, by their locks: ids of both signs, and no dead one', async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `pool-${n}`)
    const locks = await Promise.all(ids.map((id) => holdPoolLock(database.url, id, () => undefined)))
    const { rows } = await db.query<{ negative: boolean }>(
      'select distinct lock_key < 0 as negative from worker_pools',
    )
    expect(rows).to.have.length(2)
    expect(await countWorkers(db)).to.equal(6)
    await Promise.all(locks.map((lock) => lock.release(false)))
    expect(await countWorkers(db), 'they are recorded, and dead').to.equal(0)
  })

  /** A watch with a clock of its own, and the lines that it logs. */
  function watched(count: () => Promise<number>) {
    const lines: { level: number; msg: string }[] = []
    let now = Date.parse('2027-03-01T09:00:00Z')
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const watch = watchWorkers(count, log, () => new Date(now))
    after(() => watch.stop())
    const lookAfter = async (minutes: number) => {
      now += minutes * 60_000
      await watch.look()
      return watch.state()
    }
    return { lines, lookAfter }
  }

  it('says after five minutes that no worker lives, once an hour, and when one lives again', async () => {
    const { lines, lookAfter } = watched(() => countWorkers(db))
    expect([await lookAfter(4), await lookAfter(0.9)]).to.deep.equal(['ok', 'ok'])
    expect(lines).to.deep.equal([])
    expect([await lookAfter(0.1), await lookAfter(1)]).to.deep.equal(['missing', 'missing'])
    expect(lines).to.have.length(1)
    expect(lines[0])
      .to.include({ level: 50, minutes: 5 })
      .and.to.have.property('msg')
      .that.includes('ROLE=worker')
    await lookAfter(60)
    expect(lines).to.have.length(2)
    const lock = await holdPoolLock(database.url, 'pool-a', () => undefined)
    expect(await lookAfter(1)).to.equal('ok')
    expect(lines.at(-1)).to.include({ level: 40, msg: 'a worker lives again' })
    await lock.release(true)
    expect(await lookAfter(4), 'five minutes begin again').to.equal('ok')
  })

  it('concludes nothing while the database does not answer', async () => {
    let answers = false
    const { lines, lookAfter } = watched(() =>
      answers ? Promise.resolve(0) : Promise.reject(new Error('gone')),
    )
    expect(await lookAfter(30)).to.equal('ok')
    answers = true
    expect(await lookAfter(4)).to.equal('ok')
    expect(lines).to.deep.equal([])
    expect(await lookAfter(2)).to.equal('missing')
  })
})

describe('without a worker, a web process', () => {
  const server = useServer({ ROLE: 'web' })

  it('tells it in /readyz, and keeps its traffic; the metrics count the workers', async () => {
    server.now = new Date(Date.now() + 6 * 60_000)
    await server.running.watch!.look()
    const { status, body } = await server.anonymous().raw('/readyz')
    expect([status, body]).to.deep.equal([200, { status: 'ok', database: 'ok', workers: 'missing' }])
    expect(server.logLines.some((line) => line.includes('no worker lives'))).to.equal(true)
    const metrics = await (await fetch(server.running.metricsUrl!)).text()
    expect(metrics).to.match(/^rollcall_workers 0$/m)
  })
})
