import { expect } from 'chai'
import type pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import { processIdOf } from '../../src/db/connection.ts'
import { NotIsolated } from '../../src/db/isolation.ts'
import { createPool } from '../../src/db/pool.ts'
import { start } from '../../src/process/start.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { Pooler } from '../support/pooler.ts'

const role = 'rollcall_app'

describe('a pooler between the service and its database', () => {
  useUsualDeadlines()
  let database: TestDatabase
  const open: (Pooler | pg.Pool)[] = []

  before(async () => {
    database = await createDatabase()
  })
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await (one instanceof Pooler ? one.stop() : one.end())
  })
  after(() => database.drop())

  const poolerOf = async (mode: Pooler['mode']): Promise<string> => {
    const pooler = new Pooler(database.appUrl, mode)
    open.push(pooler)
    return pooler.start()
  }
  const poolOf = (url: string): pg.Pool => {
    const pool = createPool(url, role, 4)
    open.push(pool)
    return pool
  }
  const startWith = async (DATABASE_APP_URL: string): Promise<string> => {
    const settings = {
      NODE_ENV: 'test',
      PORT: '0',
      ROLE: 'web',
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'silent',
    }
    const running = await start(loadConfig({ ...settings, DATABASE_URL: database.url, DATABASE_APP_URL }))
    try {
      return await (await fetch(`http://localhost:${running.port}/readyz`)).text()
    } finally {
      await running.stop()
    }
  }

  it('may have a connection for each client: their numbers are asked for, by which a query is cancelled', async () => {
    const url = await poolerOf('session')
    expect(await startWith(url)).to.include('"database":"ok"')
    const pool = poolOf(url)
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    for (const client of clients) {
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
      expect(processIdOf(client)).to.equal(rows[0]!.id)
    }
    // Whoever comes after one that is closed gets its number, perhaps before it is gone.
    const ids = clients.map(processIdOf)
    for (const client of clients) client.release(true)
    const later = await Promise.all([pool.connect(), pool.connect()])
    expect(ids).to.include.members(later.map(processIdOf))
    for (const client of later) client.release()
  })

  it('must not have one for all clients in turn: prepared statements would be on another one', async () => {
    const url = await poolerOf('transaction')
    const error = await startWith(url).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    )
    expect(error).to.be.instanceOf(ConfigError)
    expect(error!.message).to.match(
      /^DATABASE_APP_URL cannot be used: a pooler .*\(pool_mode = transaction\).*\(pool_mode = session\)/,
    )
    // Also when it is changed while the service runs.
    const pool = poolOf(url)
    const first = await pool.connect()
    const refusal = await pool.connect().catch((thrown: unknown) => thrown)
    first.release()
    expect(refusal).to.be.instanceOf(NotIsolated)
  })
})
