import { expect } from 'chai'
import type pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import { deadlines } from '../../src/db/deadlines.ts'
import { NotIsolated, proveIsolation } from '../../src/db/isolation.ts'
import { createPool } from '../../src/db/pool.ts'
import { start } from '../../src/process/start.ts'
import { createDatabase, inCluster, type TestDatabase } from '../support/cluster.ts'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { DroppingProxy } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const role = 'rollcall_app'

describe('a connection of the application', () => {
  useUsualDeadlines()
  const server = useServer()

  /** What is wrong with a connection after these statements; undefined if it may be used. They are rolled back. */
  const faultAfter = async (...statements: string[]): Promise<string | undefined> => {
    const client = await server.db.connect()
    try {
      await client.query('begin')
      for (const statement of [...settings(), ...statements]) await client.query(statement)
      await proveIsolation(client, role)
      return undefined
    } catch (error) {
      if (error instanceof NotIsolated) return error.reason
      throw error
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const settings = () => [
    `set local statement_timeout = ${deadlines.statementMs}`,
    `set local lock_timeout = ${deadlines.lockMs}`,
    `set local idle_in_transaction_session_timeout = ${deadlines.idleInTransactionMs}`,
    `set local timezone = 'UTC'`,
    inCluster.schemaOfThisNode,
  ]
  const become = `set local role ${role}`

  it('is used when it has the role and the deadlines', async () => {
    expect(await faultAfter(become)).to.equal(undefined)
  })

  const faults: Record<string, [statements: string[], reason: RegExp]> = {
    'of the owner': [[], /^its role is \S+ and not rollcall_app\. .*"options".*DATABASE_APP_URL/],
    'of rollcall_system': [['set local role rollcall_system'], /^its role is rollcall_system and not/],
    'whose role is a superuser': [
      [`alter role ${role} superuser`, become],
      /but is a superuser, .*Take that from rollcall_app\.$/,
    ],
    'whose role bypasses row-level security': [
      [`alter role ${role} bypassrls`, become],
      /^its role rollcall_app must see one organization at a time, but bypasses row-level security\. Take/,
    ],
    'whose role may change roles': [[`alter role ${role} createrole`, become], /but may change roles\./],
    'whose role may copy the database': [
      [`alter role ${role} replication`, become],
      /but may copy the whole database\./,
    ],
    'whose role owns a table': [
      [`alter table units owner to ${role}`, become],
      /but owns tables, functions or other things\./,
    ],
    'whose role owns a function': [
      [
        `grant create on schema public to ${role}`,
        become,
        'create function own() returns int language sql as $$select 1$$',
      ],
      /but owns tables, functions or other things\./,
    ],
    'whose role owns a schema': [[`create schema own authorization ${role}`, become], /but owns tables/],
    'whose role has the rights of rollcall_system': [
      [`grant rollcall_system to ${role}`, become],
      /but owns tables, functions or other things \(by rollcall_system\)\./,
    ],
    'whose role can become one that bypasses row-level security': [
      [
        'create role far_sighted bypassrls',
        'create role between',
        'grant far_sighted to between',
        `grant between to ${role} with inherit false`,
        become,
      ],
      /but bypasses row-level security \(by far_sighted\)\./,
    ],
    'without a deadline for statements': [
      [become, 'set local statement_timeout = 0'],
      /^statement_timeout is 0 and not 5000\. A pooler/,
    ],
    'with a later deadline for locks': [
      [become, `set local lock_timeout = '1min'`],
      /^lock_timeout is 60000 and not 2000\./,
    ],
    'without a deadline for idle transactions': [
      [become, 'set local idle_in_transaction_session_timeout = 0'],
      /^idle_in_transaction_session_timeout is 0 and not 10000\./,
    ],
    'of another time zone': [
      [become, `set local timezone = 'Asia/Tokyo'`],
      /^TimeZone is Asia\/Tokyo and not UTC\./,
    ],
    'to a database without the tables': [
      ['alter table organizations rename to elsewhere', become],
      /^its database has no tables of this service\. .*DATABASE_URL/,
    ],
  }
  for (const [what, [statements, reason]] of Object.entries(faults))
    it(`is refused: one ${what}`, async () => {
      expect(await faultAfter(...statements)).to.match(reason)
    })
})

describe('the logins that the application may use', () => {
  useUsualDeadlines()
  let database: TestDatabase
  let proxy: DroppingProxy
  /** The login of rollcall_app itself. */
  let ownLogin: string
  let admin: pg.Pool
  const server = useServer()
  let couldLogIn = false

  before(async () => {
    database = await createDatabase()
    proxy = new DroppingProxy(database.url)
    await proxy.start()
    admin = server.db
    const { rows } = await admin.query<{ can: boolean }>(
      'select rolcanlogin as can from pg_roles where rolname = $1',
      [role],
    )
    couldLogIn = rows[0]!.can
    await admin.query(`alter role ${role} login password 'its own'`)
    ownLogin = Object.assign(new URL(database.url), { username: role, password: 'its own' }).href
  })
  after(async () => {
    if (!couldLogIn) await admin.query(`alter role ${role} nologin password null`)
    await proxy.stop()
    await database.drop()
  })

  /** Starts a server and answers what it says of itself; after that it is stopped. */
  const tryStart = async (urls: Record<string, string>): Promise<string> => {
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      ROLE: 'web',
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      ...urls,
    })
    const running = await start(config)
    try {
      return await (await fetch(`http://localhost:${running.port}/readyz`)).text()
    } finally {
      await running.stop()
    }
  }
  const complaint = (urls: Record<string, string>): Promise<string> =>
    tryStart(urls).then(
      (text) => `it started: ${text}`,
      (error: unknown) => {
        if (!(error instanceof ConfigError)) throw error
        return error.message
      },
    )
  const ready = '"database":"ok"'

  it('are the login of rollcall_app itself, one that may become it, and the owner', async () => {
    expect(await tryStart({ DATABASE_APP_URL: ownLogin })).to.include(ready)
    expect(await tryStart({ DATABASE_APP_URL: database.appUrl })).to.include(ready)
    expect(await tryStart({})).to.include(ready)
  })

  it('are only that of rollcall_app when a pooler drops the settings of connections', async () => {
    const through = (url: string) => ({ DATABASE_APP_URL: proxy.addressOf(url) })
    expect(await tryStart(through(ownLogin))).to.include(ready)
    const name = new URL(database.appUrl).username
    expect(await complaint(through(database.appUrl))).to.match(
      new RegExp(`^DATABASE_APP_URL cannot be used: its role is ${name} and not rollcall_app\\. A pooler`),
    )
    expect(await complaint({ DATABASE_URL: proxy.addressOf(database.url) })).to.match(
      /^DATABASE_URL cannot be used: its role is \S+ and not rollcall_app\. A pooler/,
    )
  })

  it('are not those that cannot log in, and the setting is named', async () => {
    const login = (username: string, password: string) =>
      Object.assign(new URL(database.url), { username, password }).href
    expect(await complaint({ DATABASE_APP_URL: login(role, 'wrong') })).to.equal(
      'DATABASE_APP_URL cannot be used: it refuses the user or the password.',
    )
    await admin.query(`create role stranger login password 'strange'`)
    try {
      expect(await complaint({ DATABASE_APP_URL: login('stranger', 'strange') })).to.equal(
        'DATABASE_APP_URL cannot be used: its user may not become rollcall_app. Grant that role to it.',
      )
    } finally {
      await admin.query('drop role stranger')
    }
  })

  it('are not those of another database, though it has the same tables', async () => {
    const other = await createDatabase()
    try {
      for (const DATABASE_APP_URL of [
        other.appUrl,
        Object.assign(new URL(other.url), { username: role, password: 'its own' }).href,
      ])
        expect(await complaint({ DATABASE_APP_URL })).to.equal(
          'DATABASE_APP_URL cannot be used: it leads to another database than DATABASE_URL. Both must name the same one.',
        )
    } finally {
      await other.drop()
    }
  })

  it('are refused one by one, and leave nothing behind', async () => {
    const refusals: string[] = []
    const pool = createPool(proxy.addressOf(database.appUrl), role, 3, {
      refused: ({ reason }) => {
        refusals.push(reason)
      },
    })
    try {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          pool.query('select 1').then(
            () => 'answered',
            (error: unknown) => error,
          ),
        ),
      )
      for (const answer of answers) expect(answer).to.be.instanceOf(NotIsolated)
      expect(refusals, 'told once').to.have.length(1)
      await until('no connection is left', () => pool.totalCount === 0 && pool.waitingCount === 0)
      proxy.drops = false
      const { rows } = await pool.query<{ role: string }>('select current_user as role')
      expect(rows[0]!.role).to.equal(role)
    } finally {
      proxy.drops = true
      await pool.end()
    }
  })
})

describe('a server whose connections lose their settings while it runs', () => {
  let proxy: DroppingProxy
  const server = useServer({}, async () => {
    const database = await createDatabase()
    proxy = new DroppingProxy(database.appUrl)
    proxy.drops = false
    const drop = async () => {
      await proxy.stop()
      await database.drop()
    }
    return { ...database, appUrl: await proxy.start(), drop }
  })

  it('answers 503, logs why, and answers calls again as soon as they have them', async () => {
    const key = await (await server.company()).as('owner')
    const statusOf = async () => (await key.post('/v1/platform/whoami', {})).status
    expect(await statusOf()).to.equal(200)

    proxy.drops = true
    proxy.closeConnections()
    await until('the old connections are gone', () => server.running.runtime.pool.idleCount === 0)
    const { status, body } = await key.post('/v1/platform/whoami', {})
    expect([status, body.error.code]).to.deep.equal([503, 'internal'])
    expect((await server.anonymous().raw('/readyz')).status).to.equal(503)
    const name = new URL(server.database.appUrl).username
    expect(server.logLines.join('')).to.include(`its role is ${name} and not rollcall_app`)
    expect(JSON.stringify(body)).to.not.include(name)

    proxy.drops = false
    expect(await statusOf()).to.equal(200)
    expect((await server.anonymous().raw('/readyz')).status).to.equal(200)
  })
})
