import { createServer, type AddressInfo, type Server } from 'node:net'
import { expect } from 'chai'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createEmptyDatabase, isElsewhere, type TestDatabase } from '../support/cluster.ts'

describe('a database that the service cannot use', () => {
  /** The words about this address: all that an operator reads. */
  const complaint = async (DATABASE_URL: string): Promise<string> => {
    const config = loadConfig({ DATABASE_URL, SECRET_KEY: '0'.repeat(64) })
    const thrown = await openDatabase(config).then(
      () => 'it was opened',
      (error: unknown) => error,
    )
    if (!(thrown instanceof ConfigError)) throw thrown
    return thrown.message
  }

  const run = async (url: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  describe('because of its settings', () => {
    let database: TestDatabase
    let name: string
    beforeEach(async () => {
      database = await createEmptyDatabase()
      name = new URL(database.url).pathname.slice(1)
    })
    afterEach(() => database.drop())

    it('is named when it can only be read', async () => {
      await run(database.url, `alter database ${name} set default_transaction_read_only = on`)
      expect(await complaint(database.url)).to.match(
        /^DATABASE_URL cannot be used: it can only be read\. .*default_transaction_read_only/,
      )
    })

    it('is named when another program has its tables there, and keeps them', async () => {
      await run(database.url, 'create table people (id int)', 'insert into people values (1)')
      expect(await complaint(database.url)).to.equal(
        'DATABASE_URL cannot be used: it has tables of another program. Make a database for Rollcall alone.',
      )
      await run(database.url, 'select 1 / count(*) from people where id = 1')
    })

    it('is migrated for as long as that takes, whatever deadline its statements have', async () => {
      await run(database.url, `alter database ${name} set statement_timeout = '1ms'`)
      await openDatabase(loadConfig({ DATABASE_URL: database.url, SECRET_KEY: '0'.repeat(64) }))
    })

    it('is named with its encoding, and how to make one of UTF8', async () => {
      // A database in a cluster that somebody else made may be on nodes that are not here.
      if (isElsewhere) return
      const other = `${name}_latin`
      await run(database.url, `create database ${other} encoding 'LATIN1' locale 'C' template template0`)
      try {
        const url = Object.assign(new URL(database.url), { pathname: `/${other}` }).href
        expect(await complaint(url)).to.match(
          new RegExp(`database ${other} is LATIN1, and Rollcall needs UTF8\\..*encoding 'UTF8' template`),
        )
      } finally {
        await run(database.url, `drop database ${other}`)
      }
    })
  })

  describe('because of what answers there', () => {
    let other: Server
    let address: string
    before(async () => {
      other = createServer((socket) => socket.on('error', () => undefined).end())
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
      address = `postgres://me:hunter2@127.0.0.1:${(other.address() as AddressInfo).port}/rollcall`
    })
    after(() => void other.close())

    it('is named in one line without the password: no PostgreSQL, no TLS, no socket, no certificate', async () => {
      for (const url of [
        address,
        `${address}?sslmode=verify-full`,
        'postgres:///rollcall?host=/nowhere',
        `${address}?sslmode=verify-full&sslrootcert=/nowhere.pem`,
      ])
        expect(await complaint(url), url)
          .to.match(/^DATABASE_URL cannot be used: no connection is made\. \(.+\)$/)
          .and.not.include('hunter2')
    })
  })
})
