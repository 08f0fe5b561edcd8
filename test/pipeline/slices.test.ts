import { setImmediate as nextRound } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { encodeAll, finish, pause, presentAll, sendInTurn, writeJson } from '../../src/slices.ts'

const long = fc.array(fc.jsonValue(), { minLength: 45, maxLength: 120 })

describe('long lists, in slices', () => {
  it('are the text that JSON.stringify writes', async () => {
    const results = fc.oneof(
      long,
      fc.dictionary(fc.string(), fc.oneof(long, fc.jsonValue(), fc.constant(undefined))),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(results, async (result) => {
        expect((await writeJson(result)).join('')).to.equal(JSON.stringify(result))
      }),
    )
  })

  it('keep the order of the rows', async () => {
    const rows = Array.from({ length: 321 }, (_, index) => index)
    expect(await presentAll(rows, (row) => row * 2)).to.deep.equal(rows.map((row) => row * 2))
  })

  it('let other work go on between', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => ({ index, text: 'x'.repeat(40) }))
    const busy = () => {
      let sum = 0
      for (let i = 0; i < 20_000; i++) sum += Math.sqrt(i)
      return sum
    }
    let others = 0
    const count = () => {
      others++
      if (!done) setImmediate(count)
    }
    let done = false
    setImmediate(count)
    const [, pieces] = [await presentAll(rows, busy), await writeJson({ rows })]
    done = true
    expect(pieces.length).to.be.greaterThan(50)
    expect(others).to.be.greaterThan(5)
  })

  it('go on one at a time, however many lists are under way: all others get a turn after each slice', async () => {
    const count = 10
    const goneOn: number[] = []
    const all = Promise.all(Array.from({ length: count }, (_, n) => pause().then(() => goneOn.push(n))))
    const afterEach: number[] = []
    for (let round = 0; round < 2 * count + 4; round++) {
      await nextRound()
      afterEach.push(goneOn.length)
    }
    await all
    const steps = afterEach.map((now, round) => now - (afterEach[round - 1] ?? 0))
    expect(Math.max(...steps), afterEach.join(' ')).to.equal(1)
    expect(goneOn, 'in the order in which they came').to.deep.equal([...Array(count).keys()])
  })

  /** How many rounds of the event loop go on during `work`. */
  const roundsOf = async (work: () => Promise<unknown>): Promise<number> => {
    let rounds = 0
    let done = false
    const count = () => {
      rounds++
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    await work()
    done = true
    return rounds
  }

  it('are calculated in many rounds of the event loop, where the calculation allows it', async () => {
    function* calculation(): Generator<undefined, number, undefined> {
      let sum = 0
      for (let i = 1; i <= 4_000_000; i++) {
        sum += Math.sqrt(i)
        if (i % 10_000 === 0) yield
      }
      return sum
    }
    let sum = 0
    expect(await roundsOf(async () => (sum = await finish(calculation())))).to.be.greaterThan(4)
    expect(sum).to.be.greaterThan(5e9)
  })

  it('are written, encoded and sent in many rounds of the event loop', async () => {
    // Each item takes far more than its part of a slice to write, on any machine.
    const text = 'A text with "quotes" and ümlauts. '.repeat(60)
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text }))
    let pieces: string[] = []
    expect(await roundsOf(async () => (pieces = await writeJson({ rows }))), 'written').to.be.greaterThan(8)
    let chunks: Buffer[] = []
    expect(await roundsOf(async () => (chunks = await encodeAll(pieces))), 'encoded').to.be.greaterThan(4)
    const some = chunks.slice(0, 40)
    const sent = async () => {
      const got: Buffer[] = []
      for await (const chunk of sendInTurn(some)) got.push(chunk)
      expect(got).to.deep.equal(some)
    }
    expect(await roundsOf(sent), 'sent').to.be.at.least(some.length)
  })
})
