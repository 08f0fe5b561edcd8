import { expect } from 'chai'
import fc from 'fast-check'
import type { ApiError } from '../../src/errors.ts'
import { inputSize, refuseLarge, type Size } from '../../src/validation/size.ts'
import { atOnce } from '../support/at-once.ts'

const refusal = (json: string, size: Size): string | undefined => {
  try {
    atOnce(refuseLarge(Buffer.from(json), size))
    return undefined
  } catch (error) {
    return (error as ApiError).options.details?.[0]?.code
  }
}

describe('the size of a body is known before it is parsed', () => {
  const size = { depth: 3, values: 5 }

  it('values are counted', () => {
    expect(refusal('{"a":[1,2,3]}', size)).to.equal(undefined)
    expect(refusal('{"a":[1,2,3,4]}', size)).to.equal('too_large')
  })

  it('levels are counted', () => {
    expect(refusal('[[[1]]]', size)).to.equal(undefined)
    expect(refusal('[[],[]]', size)).to.equal(undefined)
    expect(refusal('[[{"a":[]}]]', { ...size, values: 9 })).to.equal('too_deep')
    expect(refusal('['.repeat(9), { ...size, values: 99 })).to.equal('too_deep')
  })

  it('brackets and commas in texts do not count, whatever is escaped', () => {
    for (const text of ['[[[[,,,,,,', 'a"[[[[,,,,,,', '\\"[[[[,,,,,', '\\', '\\\\"', '[,"é🎯\u2028'])
      expect(refusal(JSON.stringify({ [text]: text }), size), text).to.equal(undefined)
    expect(refusal('{"\\\\":[[[[]]]]}', size)).to.equal('too_deep')
  })

  it('text that is no JSON passes, so that the parser can say so', () => {
    for (const text of ['', '"', '"\\', ']]]]', '}{', '\\"[']) expect(refusal(text, size)).to.equal(undefined)
  })

  it('no JSON is refused that is small enough, and all that is too large', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { depth, values, containers } = count(value)
        const json = JSON.stringify(value)
        expect(refusal(json, { depth, values: values + containers }), json).to.equal(undefined)
        if (depth > 0) expect(refusal(json, { depth: depth - 1, values: 1e6 }), json).to.equal('too_deep')
        expect(refusal(json, { depth, values: values - 1 }), json).to.equal('too_large')
      }),
    )
  })

  it('leaves room, beside what the schema accepts, to name 100 mistakes one by one', () => {
    expect(inputSize('platform_whoami')).to.deep.equal({ depth: 4, values: 101 })
    expect(() => inputSize('no_such')).to.throw('run npm run codegen')
  })
})

function count(value: unknown): { depth: number; values: number; containers: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, containers: 0 }
  const inside = Object.values(value).map(count)
  return {
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    values: inside.reduce((sum, one) => sum + one.values, 1),
    containers: inside.reduce((sum, one) => sum + one.containers, 1),
  }
}
