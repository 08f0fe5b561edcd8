import { expect } from 'chai'
import fc from 'fast-check'
import { presentAll, writeJson } from '../../src/slices.ts'

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
})
