import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { beginnings } from '../../src/db/begin.ts'
import { streamOf } from '../../src/db/connection.ts'
import { createPool } from '../../src/db/pool.ts'
import type { TransactionOptions } from '../../src/db/options.ts'
import { sql, withOrganization, type CallDb, type Db } from '../../src/db/transaction.ts'
import { ApiError, ClientGone } from '../../src/errors.ts'
import { createDatabase, isInCluster } from '../support/cluster.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** What the only connection of a pool hands to the operating system from now on. */
async function notePackets(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  const stream = streamOf(client)
  client.release()
  const packets: string[] = []
  const { _write: write, _writev: writeSeveral } = stream
  stream._write = (chunk, ...rest) => {
    packets.push(String(chunk))
    write.call(stream, chunk, ...rest)
  }
  stream._writev = (chunks, ...rest) => {
    packets.push(chunks.map(({ chunk }) => String(chunk)).join(''))
    writeSeveral!.call(stream, chunks, ...rest)
  }
  return packets
}

/** A connection gives itself back only after its commit was answered. */
const settled = async (pool: pg.Pool) => (await pool.connect()).release()

describe('the transaction of one organization', () => {
  const server = useServer()
  /** No organization has this id. */
  const id = '01980000-0000-7000-8000-000000000000'
  const thrownBy = (call: Promise<unknown>) => call.then(undefined, (error: unknown) => error)

  /** Options with a turn, and how often that has ended. */
  const withTurn = (mode: 'read' | 'write') => {
    const turn = { taken: 0, ended: 0 }
    const options: TransactionOptions = {
      mode,
      turn: async () => {
        turn.taken++
        return { end: () => void turn.ended++ }
      },
    }
    return { turn, options }
  }

  it('ends its turn exactly once if no connection can be made', async () => {
    // Nothing listens at this port.
    const pool = createPool('postgres://nobody@127.0.0.1:1/nothing', 'rollcall_app', 1)
    try {
      for (const mode of ['read', 'write'] as const) {
        const { turn, options } = withTurn(mode)
        const work = (db: Db) => Promise.all([db.query('select 1'), db.query('select 2')])
        const error = await thrownBy(withOrganization(pool, id, options, work))
        expect(error).to.be.instanceOf(ApiError).and.to.include({ status: 503 })
        expect(turn).to.deep.equal({ taken: 1, ended: 1 })
      }
    } finally {
      await pool.end()
    }
  })

  it('ends its turn exactly once, also if a statement fails', async () => {
    const { pool } = server.running.runtime
    for (const text of ['select 1', 'select 1 / 0']) {
      const { turn, options } = withTurn('write')
      const error = await thrownBy(withOrganization(pool, id, options, (db) => db.query(text)))
      expect(error instanceof Error).to.equal(text === 'select 1 / 0')
      expect(turn).to.deep.equal({ taken: 1, ended: 1 })
    }
  })

  it('takes no statement after its work has ended, and sends nothing', async () => {
    const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
    const sent: unknown[] = []
    const note = (text: unknown) => void sent.push(text)
    try {
      for (const texts of [[], ['select 1']])
        for (const mode of ['read', 'write'] as const) {
          let kept!: Db
          await withOrganization(pool, id, { mode }, async (db) => {
            kept = db
            for (const text of texts) await db.query(text)
          })
          subscribe('rollcall:statement', note)
          const error = await thrownBy(kept.query('select 2')).finally(() =>
            unsubscribe('rollcall:statement', note),
          )
          expect((error as Error | undefined)?.message).to.equal('the transaction has ended')
          if (texts.length === 0) expect(pool.totalCount, 'no connection is taken').to.equal(0)
        }
      expect(sent).to.deep.equal([])
    } finally {
      await pool.end()
    }
  })

  it('sends in one packet what is sent together, and begins with it', async () => {
    const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
    try {
      const packets = await notePackets(pool)
      const both = (db: Db) => Promise.all([db.query('select 1'), db.query('select 2')])
      for (const mode of ['read', 'write'] as const) {
        packets.length = 0
        await withOrganization(pool, id, { mode }, async (db) => [await both(db), await both(db)])
        await settled(pool)
        // Of a read: twice two statements, and the commit. A write asks for the number of its transaction before that.
        expect(packets, mode).to.have.length(mode === 'read' ? 3 : 4)
      }
    } finally {
      await pool.end()
    }
  })

  describe('with last statements', () => {
    it('is a single packet, and takes no statement after them', async () => {
      const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
      try {
        const packets = await notePackets(pool)
        const { turn, options } = withTurn('read')
        const rows = await withOrganization(pool, id, options, async (db) => {
          const found = await db.last(() =>
            Promise.all([db.query('select 1 as a'), db.query('select 2 as a')]),
          )
          await settled(pool)
          expect(turn, 'others can have the connection while the answer is written').to.include({ ended: 1 })
          const error = await thrownBy(db.query('select 3'))
          expect((error as Error | undefined)?.message).to.equal('the transaction has ended')
          return found.flat()
        })
        expect(rows).to.deep.equal([{ a: 1 }, { a: 2 }])
        expect(packets).to.have.length(1)
        expect(packets[0]).to.match(/repeatable read read only.*set local.*select 1.*select 2.*commit/s)
        expect(turn).to.deep.equal({ taken: 1, ended: 1 })
      } finally {
        await pool.end()
      }
    })

    it('fails as the statement does, and leaves a connection that others can use', async () => {
      const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
      try {
        const packets = await notePackets(pool)
        const { turn, options } = withTurn('read')
        const work = (db: CallDb) => db.last(() => db.query('select 1 / 0'))
        const error = await thrownBy(withOrganization(pool, id, options, work))
        expect(error).to.include({ code: '22012' })
        expect(turn).to.deep.equal({ taken: 1, ended: 1 })
        await withOrganization(pool, id, { mode: 'read' }, (db) => db.last(() => db.query('select 1')))
        expect(packets[1], 'on the same connection').to.match(/repeatable read read only.*select 1.*commit/s)
      } finally {
        await pool.end()
      }
    })

    it('is committed after all that a write writes, and not at all in a dry run', async () => {
      const company = await server.company()
      const { pool } = server.running.runtime
      const rename = (name: string) => (db: CallDb) =>
        db.last(() => db.query('update organizations set name = $2 where org_id = $1', [company.id, name]))
      const nameNow = async () =>
        (await server.db.query('select name from organizations where org_id = $1', [company.id])).rows[0].name
      const before = await nameNow()
      await withOrganization(pool, company.id, { mode: 'write', dryRun: true }, rename('Rehearsed'))
      expect(await nameNow()).to.equal(before)
      const failed = withOrganization(pool, company.id, { mode: 'write' }, async (db) => {
        await rename('Half')(db)
        await db.query('select 1 / 0')
      })
      expect(await thrownBy(failed)).to.include({ code: '22012' })
      expect(await nameNow()).to.equal(before)
      await withOrganization(pool, company.id, { mode: 'write' }, rename('Renamed'))
      expect(await nameNow()).to.equal('Renamed')
    })
  })

  it('tells one moment in all statements of a read, and in each of a write what is there by then', async () => {
    const company = await server.company({ name: 'Before' })
    const { pool } = server.running.runtime
    for (const mode of ['read', 'write'] as const) {
      const seen = await withOrganization(pool, company.id, { mode }, async (db) => {
        const name = () =>
          db.query<{ name: string }>('select name from organizations where org_id = $1', [db.orgId])
        const first = await name()
        const all = {
          text: 'update organizations set name = $2 where org_id = $1',
          values: [company.id, mode],
        }
        await server.db.query(all)
        return [...first, ...(await name())].map((row) => row.name)
      })
      expect(seen).to.deep.equal(mode === 'read' ? ['Before', 'Before'] : ['read', 'write'])
    }
  })

  it('says of a client that has gone just that, whenever it goes, and cancels nothing of the next call', async () => {
    const [pool, control] = [1, 1].map((size) =>
      createPool(server.database.appUrl, 'rollcall_app', size),
    ) as [pg.Pool, pg.Pool]
    const other = '01980000-0000-7000-8000-000000000001'
    const ownId = (db: CallDb) =>
      db.last(() =>
        db.query<{ org: string }>("select current_setting('app.org_id')::uuid as org from pg_sleep(0.001)"),
      )
    let left = 0
    try {
      for (let call = 0; call < 800; call++) {
        const leaving = new AbortController()
        pool.once('acquire', () => {
          let steps = call % 8
          const step = () => (steps-- > 0 ? queueMicrotask(step) : leaving.abort())
          step()
        })
        const gone = { signal: () => leaving.signal, control }
        const first = withOrganization(pool, id, { mode: 'read', gone }, ownId).catch((error: unknown) => {
          expect(error).to.be.instanceOf(ClientGone)
          left++
          return [{ org: id }]
        })
        const next = withOrganization(pool, other, { mode: 'read' }, ownId)
        expect(await Promise.all([first, next])).to.deep.equal([[{ org: id }], [{ org: other }]])
      }
      expect(left).to.be.above(0)
    } finally {
      await Promise.all([pool.end(), control.end()])
    }
  })

  it('begins with one message, but with two in a Citus cluster, which sends a setting on with all that is beside it', async () => {
    const database = await createDatabase()
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    try {
      const isReal = await isInCluster(database.url)
      for (const cluster of isReal ? [true] : [false, true]) {
        if (cluster && !isReal) {
          // Its name is all that is asked about.
          await owner.query('set allow_system_table_mods = on')
          await owner.query("update pg_extension set extname = 'citus' where extname = 'plpgsql'")
        }
        const pool = createPool(database.appUrl, 'rollcall_app', 1)
        try {
          const packets = await notePackets(pool)
          const work = (db: CallDb) =>
            db.last(() => db.query<{ org: string }>("select current_setting('app.org_id') as org"))
          expect(await withOrganization(pool, id, { mode: 'read' }, work)).to.deep.equal([{ org: id }])
          const [text] = /begin[^\0]*/.exec(packets[0]!)!
          expect(text).to.equal(
            cluster ? beginnings.read : `${beginnings.read}; set local app.org_id = '${id}'`,
          )
        } finally {
          await pool.end()
        }
      }
    } finally {
      await owner.end()
      await database.drop()
    }
  })

  it('has the next batch ready while one is worked on, after the queries of who works on it', async () => {
    const at = '(extract(epoch from clock_timestamp()) * 1000)::float8 as at'
    const series = sql.raw(`select ${at} from generate_series(1, 600)`)
    const { pool } = server.running.runtime
    await withOrganization(pool, id, { mode: 'read' }, async (db) => {
      const batches = db.runInBatches<{ at: number }>(series)
      const { value: first } = await batches.next()
      expect(first).to.have.length(250)
      const [own] = await db.query<{ at: number; pid: number }>(`select ${at}, pg_backend_pid() as pid`)
      await until('the database has been asked for the next batch', async () => {
        const { rows } = await server.db.query(
          `select 1 from pg_stat_activity
            where pid = $1 and query like 'fetch%' and state = 'idle in transaction' and query_start > $2`,
          [own!.pid, new Date(own!.at)],
        )
        return rows.length === 1
      })
      const { rows: now } = await server.db.query<{ at: number }>(`select ${at}`)
      const { value: second } = await batches.next()
      expect(second[0].at).to.be.above(own!.at).and.below(now[0]!.at)
      expect((await batches.next()).value).to.have.length(100)
      expect(await batches.next()).to.deep.equal({ done: true, value: undefined })
    })
  })

  it('leaves a connection that others can use when somebody has enough of the batches', async () => {
    const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
    try {
      for (const pause of [0, 20])
        for (const last of [1, 2]) {
          const read = await withOrganization(pool, id, { mode: 'read' }, async (db) => {
            let count = 0
            for await (const rows of db.runInBatches(sql.raw('select n from generate_series(1, 2000) n'))) {
              count += rows.length
              if (pause > 0) await sleep(pause)
              if (count === 250 * last) break
            }
            return count
          })
          expect(read).to.equal(250 * last)
          const [row] = await withOrganization(pool, id, { mode: 'write' }, (db) =>
            db.query<{ seven: number }>('select 7 as seven'),
          )
          expect(row).to.deep.equal({ seven: 7 })
        }
    } finally {
      await pool.end()
    }
  })

  it('leaves no timer behind that would cut the connection of a later call', async () => {
    const { pool } = server.running.runtime
    const transact = () => withOrganization(pool, id, { mode: 'write' }, (db) => db.query('select 1'))
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    await transact()
    const before = timers()
    for (let i = 0; i < 50; i++) await transact()
    expect(timers() - before).to.be.below(25)
  })
})
