import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { inTurn } from '../../src/db/list-throttle.ts'
import { sql, withOrganization } from '../../src/db/transaction.ts'
import { noteCall } from '../../src/streaming/yield.ts'
import { useServer } from '../support/server.ts'

describe('the batches of long lists', () => {
  useUsualDeadlines()
  const server = useServer()
  /** No organization has this id. */
  const id = '01980000-0000-7000-8000-000000000000'
  const workMs = 20

  /** Asks for a batch as if others had just called. */
  const askWhileOthersCall = <T>(organization: string, ask: () => Promise<T>): Promise<T> => {
    noteCall()
    noteCall()
    return inTurn(organization, ask)
  }
  // Until nobody is said to call, and the last batch has rested.
  afterEach(() => sleep(150))

  /** Asks for a batch of each of these organizations at once. Resolves to when each began and ended, in milliseconds. */
  const batchesOf = (organizations: string[], ask: typeof askWhileOthersCall = askWhileOthersCall) =>
    Promise.all(
      organizations.map((organization) =>
        ask(organization, async () => {
          const from = performance.now()
          await sleep(workMs)
          return { from, to: performance.now() }
        }),
      ),
    )

  it('are read at once while nobody else calls', async () => {
    const [first, second] = await batchesOf(['a', 'a'], inTurn)
    expect(second!.from).to.be.lessThan(first!.to)
  })

  it('come one at a time while others call, with a rest that is longer than the work', async () => {
    const [first, second, third] = await batchesOf(['a', 'a', 'a'])
    for (const [before, after] of [
      [first!, second!],
      [second!, third!],
    ] as const) {
      const took = before.to - before.from
      // Work and rest together keep the next one waiting for 100 ms at most.
      expect(after.from - before.to).to.be.greaterThan(Math.min(1.5 * took, 95 - took))
    }
  })

  it('of several organizations share the rest, so that none of them is read more slowly for it', async () => {
    const batches = await batchesOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    const rests = batches.slice(1).map(({ from }, index) => from - batches[index]!.to)
    const works = batches.map(({ from, to }) => to - from)
    // One organization alone rests for three times as long as it works.
    expect(Math.min(...rests)).to.be.lessThan(2 * Math.max(...works))
  })

  it('do not wait for one with which the database is stuck', async () => {
    const { promise: stuck, reject } = Promise.withResolvers<never>()
    const first = askWhileOthersCall('a', () => stuck)
    first.catch(() => undefined)
    expect(await askWhileOthersCall('b', async () => 'read')).to.equal('read')
    reject(new Error('the connection broke'))
    expect(await first.catch((error: Error) => error.message)).to.equal('the connection broke')
    expect(await askWhileOthersCall('a', async () => 'read again')).to.equal('read again')
  })

  it('wait for nobody when their transaction has used half of its time', async () => {
    const series = sql.raw('select n from generate_series(1, 2000) n')
    await withOrganization(server.running.runtime.pool, id, { mode: 'read' }, async (db) => {
      const read = async () => {
        for await (const rows of db.runInBatches(series)) void rows
      }
      await db.query('select 1')
      await sleep(3100)
      const calls = setInterval(() => [noteCall(), noteCall()], 2)
      try {
        const stuck = Promise.withResolvers<void>()
        let asked = 0
        // Each of them keeps the others waiting for 100 ms.
        const others = Array.from({ length: 50 }, () =>
          askWhileOthersCall('a', () => (asked++, stuck.promise)),
        )
        await read()
        expect(asked).to.be.lessThan(others.length)
        stuck.resolve()
        await Promise.all(others)
      } finally {
        clearInterval(calls)
      }
    })
  })
})
