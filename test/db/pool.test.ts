import { expect } from 'chai'
import pg from 'pg'
import { NotIsolated } from '../../src/db/isolation.ts'
import { streamOf } from '../../src/db/connection.ts'
import { createPool } from '../../src/db/pool.ts'
import { createDatabase } from '../support/cluster.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { DroppingProxy } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const role = 'rollcall_app'

describe('a pool of connections', () => {
  const server = useServer()

  /** Keeps the process busy, so that the next rows have arrived before it looks for them. */
  const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

  it('reads at most one full buffer of a long answer in each round of the event loop', async () => {
    const pool = createPool(server.database.appUrl, role, 1)
    try {
      const client = await pool.connect()
      const size = 2_000_000
      let bytes = 0
      let rounds = 0
      let fullInRound = 0
      let mostInRound = 0
      let done = false
      streamOf(client).on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (chunk.length >= 65_536) mostInRound = Math.max(mostInRound, ++fullInRound)
      })
      const count = () => {
        if (bytes > 0) rounds++
        fullInRound = 0
        wait(5)
        if (!done) setImmediate(count)
      }
      setImmediate(count)
      const text = `select repeat('x', 1000) as x from generate_series(1, ${size / 1000})`
      const { rows } = await client.query(text)
      done = true
      client.release()
      expect(rows).to.have.length(size / 1000)
      expect(bytes).to.be.greaterThan(size)
      expect(mostInRound, 'full buffers in one round').to.equal(1)
      expect(rounds).to.be.at.least(8)
    } finally {
      await pool.end()
    }
  })

  it('tells a second time why connections are refused, if one was good in between', async () => {
    const proxy = new DroppingProxy(server.database.appUrl)
    const told: string[] = []
    const pool = createPool(await proxy.start(), role, 1, {
      refused: ({ reason }) => void told.push(reason),
    })
    const ask = () => pool.query('select 1').then(undefined, (error: unknown) => error)
    /** The next connection is a new one, which keeps its settings or not. */
    const renew = async (drops: boolean) => {
      proxy.drops = drops
      proxy.closeConnections()
      await until('the old connection is gone', () => pool.totalCount === 0)
    }
    try {
      for (let broken = 1; broken <= 2; broken++) {
        await renew(true)
        for (let i = 0; i < 3; i++) expect(await ask()).to.be.instanceOf(NotIsolated)
        expect(told).to.have.length(broken)
        await renew(false)
        expect(await ask()).to.not.be.instanceOf(Error)
      }
      expect(told[1], 'for the same reason').to.equal(told[0])
    } finally {
      await pool.end()
      await proxy.stop()
    }
  })

  it('finds by its index a row of a table that had a single page when its plan was made, also for a foreign key', async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    const company = await server.company()
    const { id } = await company.person()
    const web = await company.as('hr', 'web')
    const field = await web.call('org_fields_create', { label: 'Locker', type: 'text', tier: 'job' })
    await server.db.query('vacuum analyze people')
    const pool = createPool(server.database.appUrl, role, 1)
    const client = await pool.connect()
    try {
      const scans = async () => {
        const { rows } = await client.query<{ scans: number; found: number }>(
          `select seq_scan::int as scans, idx_scan::int as found from pg_stat_xact_user_tables where relname = 'people'`,
        )
        return rows[0]!
      }
      await client.query('begin')
      await client.query(`select set_config('app.org_id', $1, true)`, [company.id])
      const given = [company.id, id]
      const { rowCount } = await client.query('select 1 from people where org_id = $1 and id = $2', given)
      expect(rowCount).to.equal(1)
      expect(await scans()).to.deep.equal({ scans: 0, found: 1 })
      await client.query(
        `insert into custom_values (org_id, person_id, field_id, updated_at) values ($1, $2, $3, now())`,
        [...given, field.id],
      )
      expect(await scans()).to.deep.equal({ scans: 0, found: 2 })
    } finally {
      client.release(true)
      await pool.end()
    }
  })

  it('takes a role that owns a table in another database, of which it sees nothing here', async () => {
    const other = await createDatabase()
    const owner = createPool(server.database.appUrl, role, 1)
    try {
      const elsewhere = new pg.Client(other.url)
      await elsewhere.connect()
      await elsewhere.query('create table owned (id int)')
      await elsewhere.query(`grant create on schema public to ${role}`)
      await elsewhere.query(`alter table owned owner to ${role}`)
      await elsewhere.end()
      const there = createPool(other.appUrl, role, 1)
      const refusal = await there.query('select 1').catch((error: unknown) => error)
      await there.end()
      expect(refusal, 'there it is refused').to.be.instanceOf(NotIsolated)
      expect((await owner.query('select 1 as one')).rows).to.deep.equal([{ one: 1 }])
    } finally {
      await owner.end()
      await other.drop()
    }
  })
})
