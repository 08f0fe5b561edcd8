import { setImmediate as nextRound } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Answer, Input } from '../../src/actions/action.ts'
import { sendInTurn, textOf, writeAnswer, type Json } from '../../src/streaming/json-writer.ts'
import { Afterwards, StreamedList, StreamedText, type Streamable } from '../../src/streaming/stream.ts'
import { runCooperatively, yieldToEventLoop } from '../../src/streaming/yield.ts'

const long = fc.array(fc.jsonValue(), { minLength: 45, maxLength: 120 })

/** Batches of so many rows each; a row is its number. */
async function* batchesOf<Shown>(lengths: number[], present: (row: number) => Shown) {
  for (const length of lengths) {
    await nextRound()
    yield { rows: Array.from({ length }, (_, index) => index), present }
  }
}

/** The same, for a text. */
async function* textsOf(lengths: number[], line: (row: number) => string) {
  for await (const { rows, present } of batchesOf(lengths, line))
    yield { rows, write: (some: readonly number[]) => some.map(present).join('') }
}

describe('long lists, in slices', () => {
  it('are the text that JSON.stringify writes', async () => {
    const results = fc.oneof(
      long,
      fc.dictionary(fc.string(), fc.oneof(long, fc.jsonValue(), fc.constant(undefined))),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(results, async (result) => {
        expect(textOf(await writeAnswer(result))).to.equal(JSON.stringify({ data: result }))
      }),
    )
  })

  it('are presented while they are written, in the order of the rows', async () => {
    for (const lengths of [[], [0], [1], [12, 0], [13, 5], [321, 321, 7]]) {
      let presented = 0
      const people = new StreamedList(batchesOf(lengths, (row) => ({ row, count: ++presented })))
      expect(presented).to.equal(0)
      const text = textOf(await writeAnswer({ total: 7, people }))
      const rows = lengths.flatMap((length) => Array.from({ length }, (_, index) => index))
      const data = { total: 7, people: rows.map((row, at) => ({ row, count: at + 1 })) }
      expect(text).to.equal(JSON.stringify({ data }))
    }
  })

  it('may be one text, whose length is known after it', async () => {
    for (const lengths of [[], [0], [12, 0], [13, 5], [321, 321, 7]]) {
      let count = 0
      const line = (row: number) => `${row} "\u{1F680}"\r\n${(count++, '')}`
      const file = {
        text: new StreamedText('no\n', textsOf(lengths, line)),
        count: new Afterwards(() => count),
      }
      const rows = lengths.flatMap((length) => Array.from({ length }, (_, index) => index))
      const text = ['no\n', ...rows.map((row) => `${row} "\u{1F680}"\r\n`)].join('')
      expect(textOf(await writeAnswer(file))).to.equal(JSON.stringify({ data: { text, count: rows.length } }))
    }
  })

  it('end when they have enough bytes; what comes after them knows where', async () => {
    const write = async (lengths: number[], bytes: number) => {
      const text = 'x'.repeat(5000)
      let last: number | undefined
      const rows = new StreamedList(
        batchesOf(lengths, (row) => ({ row, text })),
        { bytes, reached: (row: number) => (last = row) },
      )
      const json = await writeAnswer({ rows, last: new Afterwards(() => last ?? null) })
      const { data } = JSON.parse(textOf(json)) as { data: { rows: { row: number }[]; last: number | null } }
      return [data.rows.length, data.rows.at(-1)?.row, data.last]
    }
    expect(await write([100], 10 * 1024 ** 2), 'all of them').to.deep.equal([100, 99, null])
    const [length, row, last] = await write([100], 200_000)
    expect(length).to.be.within(40, 60)
    expect([row, last]).to.deep.equal([length! - 1, length! - 1])
    expect(await write([12, 12, 12], 1), 'one piece at least').to.deep.equal([12, 11, 11])
    expect(await write([12], 1), 'nothing is left').to.deep.equal([12, 11, null])
    expect(await write([12, 0], 1)).to.deep.equal([12, 11, null])
    expect(await write([0], 1)).to.deep.equal([0, undefined, null])
  })

  it('read no more batches when they have enough bytes, and may be refused then', async () => {
    let closed = false
    async function* batches() {
      try {
        for (;;) {
          await nextRound()
          yield { rows: Array.from({ length: 250 }, (_, at) => at), present: () => 'x'.repeat(1000) }
        }
      } finally {
        closed = true
      }
    }
    const refuse = () => {
      throw new Error('too long')
    }
    const answer = writeAnswer({ rows: new StreamedList(batches(), { bytes: 1024 ** 2, reached: refuse }) })
    const error = await answer.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect([String(error), closed]).to.deep.equal(['Error: too long', true])
  })

  it('are never written by JSON.stringify, which could not wait for their rows', () => {
    const people = new StreamedList(batchesOf([1], (row) => row))
    expect(() => JSON.stringify({ people })).to.throw('writeAnswer')
    expect(() => JSON.stringify({ next: new Afterwards(() => null) })).to.throw('writeAnswer')
  })

  it('are no lists, texts or numbers for the compiler, and stand only where their values fit', () => {
    const nodes = new StreamedList([{ rows: [1, 2], present: (row: number) => row }])
    const text = new StreamedText<number>('', [])
    const count = new Afterwards(() => 7)
    const result = (given: Streamable<{ nodes: number[]; text: string; count: number }>) => given
    const { nodes: read } = result({ nodes, text, count })
    const wrong = () => {
      // @ts-expect-error: it has no length
      void nodes.length
      // @ts-expect-error: nor has what may be one
      void read.length
      // @ts-expect-error: a number to come is none
      void (count + 1)
      // @ts-expect-error: rows of another type
      result({ nodes: new StreamedList([{ rows: [1], present: String }]), text, count })
      // @ts-expect-error: a text where a list stands
      result({ nodes: text, text, count })
      // @ts-expect-error: the answer of a write is stored, and so is there at once
      const write: Answer<'org_approvals_approve'>['id'] = text
      // @ts-expect-error: nor is it an input
      const input: Input<'org_people_list'>['q'] = text
      return [write, input]
    }
    expect(wrong).to.be.a('function')
    expect(read, 'that there is something').to.equal(nodes)
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
    const answer = await writeAnswer({ rows, busy: new StreamedList(batchesOf([4000], busy)) })
    done = true
    expect(JSON.parse(textOf(answer)).data.rows).to.have.length(4000)
    expect(others).to.be.greaterThan(5)
  })

  it('go on one at a time, however many lists are under way: all others get a turn after each slice', async () => {
    const count = 10
    const goneOn: number[] = []
    const all = Promise.all(
      Array.from({ length: count }, (_, n) => yieldToEventLoop().then(() => goneOn.push(n))),
    )
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
    expect(await roundsOf(async () => (sum = await runCooperatively(calculation())))).to.be.greaterThan(4)
    expect(sum).to.be.greaterThan(5e9)
  })

  it('are written and sent in many rounds of the event loop', async () => {
    // Each item takes far more than its part of a slice to write, on any machine.
    const text = 'A text with "quotes" and ümlauts. '.repeat(60)
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text }))
    let answer: Json = ''
    expect(await roundsOf(async () => (answer = await writeAnswer({ rows }))), 'written').to.be.greaterThan(8)
    const some = (answer as unknown as Buffer[]).slice(0, 40)
    const sent = async () => {
      const got: Buffer[] = []
      for await (const chunk of sendInTurn(some)) got.push(chunk)
      expect(got).to.deep.equal(some)
    }
    expect(await roundsOf(sent), 'sent').to.be.at.least(some.length)
  })
})
