import { expect } from 'chai'
import type pg from 'pg'
import { createPool } from '../../src/db/pool.ts'
import { withOrganization, type Db } from '../../src/db/transaction.ts'
import { readEventsAfter, stampEvents, type StampedEvent } from '../../src/queries/events.ts'
import type { Company } from '../support/company.ts'
import { writeEvents } from '../support/outbox.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'

/** Eight writers commit in these orders; their ids are in the order 0, 1, 2 … */
const orders = [
  [7, 6, 5, 4, 3, 2, 1, 0],
  [3, 0, 7, 1, 6, 2, 5, 4],
  [1, 2, 3, 4, 5, 6, 7, 0],
  [4, 5, 0, 6, 1, 7, 2, 3],
]
const writers = 8
/** Of each writer. */
const events = 3

describe('positions of events', () => {
  const server = useServer({})
  let pool: pg.Pool
  before(() => void (pool = createPool(server.database.appUrl, 'rollcall_app', writers + 4)))
  after(() => pool.end())

  const inTransaction = <T>({ id }: Company, work: (db: Db) => Promise<T>) =>
    withOrganization(pool, id, { mode: 'write' }, work)
  const write = (company: Company, count: number) => inTransaction(company, (db) => writeEvents(db, count))
  const readAll = async (company: Company): Promise<StampedEvent[]> => {
    const { events, more } = await inTransaction(company, (db) => readEventsAfter(db, 0, 1000))
    expect(more).to.equal(false)
    return events
  }
  const positions = async (company: Company) => (await readAll(company)).map(({ position }) => position)
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

  /** A transaction that stays open until the test ends it. */
  async function slow(company: Company, work: (db: Db) => Promise<unknown>) {
    const gate = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const ended = inTransaction(company, async (db) => {
      await work(db)
      done.resolve()
      await gate.promise
    })
    ended.catch(done.reject)
    await done.promise
    return {
      commit: () => {
        gate.resolve()
        return ended
      },
      rollBack: async () => {
        gate.reject(new Error('enough'))
        await ended.catch(() => undefined)
      },
    }
  }

  /** Reads all the time, from the last one that it got: by position, and as somebody would by id. */
  function startReader(company: Company) {
    const seen: StampedEvent[] = []
    const byId: string[] = []
    let polls = 0
    let stopped = false
    const poll = () =>
      inTransaction(company, async (db) => {
        const { events, more } = await readEventsAfter(db, seen.at(-1)?.position ?? 0, 5)
        const ids = await db.query<{ id: string }>(
          `select e.id from events e where e.org_id = $1 and e.id > $2 order by e.id`,
          [company.id, byId.at(-1) ?? '00000000-0000-0000-0000-000000000000'],
        )
        seen.push(...events)
        byId.push(...ids.map(({ id }) => id))
        polls++
        return more
      })
    const ended = (async () => {
      while (!stopped) await poll()
      while (await poll());
    })()
    return {
      seen,
      byId,
      /** Waits for a poll that begins later. */
      again: async () => {
        const now = polls
        while (polls < now + 2) await Promise.race([new Promise(setImmediate), ended])
      },
      stop: () => {
        stopped = true
        return ended
      },
    }
  }

  it('let a reader who never waits see each event once, in one order, though eight writers commit late and in other orders', async () => {
    const company = await server.company()
    const reader = startReader(company)
    for (const [round, order] of orders.entries()) {
      const open: Awaited<ReturnType<typeof slow>>[] = []
      for (let n = 0; n < writers; n++) open.push(await slow(company, (db) => writeEvents(db, events)))
      for (const n of order) {
        const committed = open[n]!.commit()
        if (round % 2 === 1) continue
        await committed
        await reader.again()
      }
      await Promise.all(open.map(({ commit }) => commit()))
    }
    await reader.stop()

    const count = orders.length * writers * events
    const all = await readAll(company)
    expect(all.map(({ position }) => position)).to.deep.equal(upTo(count))
    expect(new Set(all.map(({ id }) => id)).size).to.equal(count)
    expect(reader.seen).to.deep.equal(all)
    expect(reader.byId.length, 'a reader by id skips what commits late, or this proves nothing').to.be.below(
      count,
    )
  })

  for (const [when, before] of Object.entries({ 'the first ones': 0, 'later ones': 2 }))
    it(`are given by one at a time, ${when}: the second waits for the commit of the first, and goes on after it`, async () => {
      const company = await server.company()
      await write(company, before)
      expect(await positions(company)).to.deep.equal(upTo(before))
      await write(company, 5)
      const first = await slow(company, (db) => stampEvents(db, 3))
      const second = inTransaction(company, (db) => readEventsAfter(db, before, 10))
      await untilBlocked(server.db, second)
      await write(company, 1)
      await first.commit()
      expect((await second).events.map(({ position }) => position)).to.deep.equal(
        upTo(before + 6, before + 1),
      )
    })

  it('go on from those that whoever has the lock gives meanwhile, also when nothing is written yet', async () => {
    const company = await server.company()
    await write(company, 2)
    expect(await positions(company)).to.deep.equal(upTo(2))
    await write(company, 1)
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query(`select 1 from event_positions where org_id = $1 for update`, [company.id])
      const reading = inTransaction(company, (db) => readEventsAfter(db, 2, 10))
      await untilBlocked(server.db, reading)
      await other.query(`update event_positions set last_position = 10 where org_id = $1`, [company.id])
      await other.query('commit')
      expect((await reading).events.map(({ position }) => position)).to.deep.equal([11])
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  it('have no gap when the first one fails', async () => {
    const company = await server.company()
    await write(company, 4)
    const first = await slow(company, (db) => stampEvents(db))
    const second = inTransaction(company, (db) => stampEvents(db))
    await untilBlocked(server.db, second)
    await first.rollBack()
    expect(await second).to.equal(false)
    expect(await positions(company)).to.deep.equal(upTo(4))
  })

  it('are given to a limited number at once, in the order of ids, and to those of one organization alone', async () => {
    const [company, other] = [await server.company(), await server.company()]
    await write(company, 5)
    await write(other, 1)
    const stampTwo = () => inTransaction(company, (db) => stampEvents(db, 2))
    expect([await stampTwo(), await stampTwo(), await stampTwo(), await stampTwo()]).to.deep.equal([
      true,
      true,
      false,
      false,
    ])
    const all = await readAll(company)
    expect(all.map(({ position }) => position)).to.deep.equal(upTo(5))
    expect(all.map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id).sort())
    expect(await positions(other)).to.deep.equal([1])
  })

  it('are read in pages, which say whether there is more', async () => {
    const company = await server.company()
    await write(company, 3)
    const page = (after: number, limit: number) =>
      inTransaction(company, async (db) => {
        const { events, more } = await readEventsAfter(db, after, limit)
        return [events.map(({ position }) => position), more]
      })
    expect(await page(0, 2)).to.deep.equal([[1, 2], true])
    expect(await page(2, 2)).to.deep.equal([[3], false])
    expect(await page(1, 2)).to.deep.equal([[2, 3], false])
    expect(await page(3, 2)).to.deep.equal([[], false])
  })

  it('never come again when their events are removed after 30 days, and an event without one leaves no gap', async () => {
    const company = await server.company()
    const age = (first: number) =>
      server.db.query(
        `update events set at = now() - interval '31 days' where org_id = $1 and coalesce(position, $2) >= $2`,
        [company.id, first],
      )
    const sweep = () => server.db.query(`select sweep_expired(1000)`)
    await write(company, 3)
    await positions(company)
    await age(1)
    await sweep()
    await write(company, 1)
    await age(1)
    await sweep()
    expect(await positions(company)).to.deep.equal([])
    await write(company, 2)
    expect(await positions(company)).to.deep.equal([4, 5])
    await age(5)
    await sweep()
    await write(company, 1)
    expect(await positions(company)).to.deep.equal([4, 6])
  })

  it('are all of an event that the application can change', async () => {
    const company = await server.company()
    await write(company, 1)
    for (const column of ['payload', 'mentions', 'at', 'org_id', 'id']) {
      const change = inTransaction(company, (db) =>
        db.query(`update events set ${column} = ${column} where org_id = $1`, [company.id]),
      )
      const { cause } = await change.then(
        () => ({ cause: undefined }),
        (error: { cause?: { code?: string }; code?: string }) => ({ cause: error.cause?.code ?? error.code }),
      )
      expect(cause, column).to.equal('42501')
    }
    expect(await positions(company)).to.deep.equal([1])
  })
})
