import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import type { ApiError } from '../../src/errors.ts'
import type { TestClient } from '../support/client.ts'
import { createDatabase } from '../support/cluster.ts'
import { CuttingProxy } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** A database whose processes are stopped, or that cannot be reached without the connections being closed. */
describe('a database that says nothing', () => {
  useUsualDeadlines()
  let proxy: CuttingProxy
  const server = useServer({ DATABASE_POOL_SIZE: '4' }, async () => {
    const database = await createDatabase()
    proxy = new CuttingProxy(database.appUrl)
    const drop = async () => {
      await proxy.stop()
      await database.drop()
    }
    return { ...database, appUrl: await proxy.start(), drop }
  })
  afterEach(() => void (proxy.silent = false))

  it('is answered with 503 before, in and after a transaction; then all is well again', async () => {
    const company = await server.company()
    const hr: TestClient[] = await Promise.all([company.as('hr'), company.as('hr'), company.as('hr')])
    const create = (index: number) =>
      hr[index % 3]!.post('/v1/org/units.create', { name: `Silence ${index} ${Math.random()}`, kind: 'team' })
    await Promise.all(Array.from({ length: 12 }, (_, index) => create(index)))

    const calls = Array.from({ length: 40 }, (_, index) => create(index))
    // Some of these calls are looking up their credential now, some wait for their turn, some are in a transaction.
    await sleep(30)
    proxy.silent = true
    const ready = server.anonymous().raw('/readyz')
    const later = sleep(1000).then(() => create(50))
    const answers = await Promise.all([...calls, later])
    const failed = answers.filter(({ status }) => status !== 200)
    expect(failed.length, 'no call met the silence').to.be.greaterThan(5)
    expect(failed.map(({ status }) => status)).to.deep.equal(failed.map(() => 503))
    expect((await ready).status).to.equal(503)

    proxy.silent = false
    await until('a call succeeds', async () => (await create(99)).status === 200)
    const after = await Promise.all(Array.from({ length: 12 }, (_, index) => create(100 + index)))
    expect(after.map(({ status }) => status)).to.deep.equal(Array(12).fill(200))
    expect((await server.anonymous().raw('/readyz')).status).to.equal(200)
  })

  it('counts the wait for the turn, too', async () => {
    const { id } = await server.company()
    const { pool } = server.running.runtime
    proxy.silent = true
    const ended: string[] = []
    const call = async (name: string, turnMs: number) => {
      const turn = async () => {
        await sleep(turnMs)
        return { end: () => undefined }
      }
      const answer = withOrganization(pool, id, { mode: 'read', turn }, (db) => db.query('select 1'))
      expect(await answer.catch((error: unknown) => (error as ApiError).status)).to.equal(503)
      ended.push(name)
    }
    const first = call('waited for its turn', 3000)
    await sleep(1500)
    await Promise.all([first, call('began while it waited', 0)])
    expect(ended).to.deep.equal(['waited for its turn', 'began while it waited'])
  })
})

describe('the numbers for operators, while the database says nothing', () => {
  let proxy: CuttingProxy
  const server = useServer({ ROLE: 'web' }, async () => {
    const database = await createDatabase()
    proxy = new CuttingProxy(database.url)
    const drop = async () => {
      await proxy.stop()
      await database.drop()
    }
    return { ...database, url: await proxy.start(), drop }
  })
  afterEach(() => void (proxy.silent = false))

  it('are answered without those that it counts, which are there again with it', async () => {
    const numbers = async () => (await fetch(server.running.metricsUrl!)).text()
    expect(await numbers()).to.match(/^rollcall_workers 0$/m)
    proxy.silent = true
    expect(await numbers())
      .to.match(/^rollcall_workers Nan$/m)
      .and.match(/^rollcall_nodejs_eventloop_lag_p99_seconds /m)
    proxy.silent = false
    await until('they are counted again', async () => /^rollcall_workers 0$/m.test(await numbers()))
  })
})
