import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { Seal } from '../../src/secrets/seal.ts'

describe('sealed values', () => {
  const current = randomBytes(32)
  const value = { a: [1, 'two'], until: 3 }

  it('are read by who has the key, also after SECRET_KEY was replaced', () => {
    const text = new Seal({ current }, 'one').close(value)
    expect(text).to.match(/^[\w-]+$/)
    expect(new Seal({ current }, 'one').open(text)).to.deep.equal(value)
    expect(new Seal({ current: randomBytes(32), previous: current }, 'one').open(text)).to.deep.equal(value)
  })

  it('are nothing for another purpose, another key, or when a bit was changed', () => {
    const seal = new Seal({ current }, 'one')
    const text = seal.close(value)
    expect(seal.close(value)).to.not.equal(text)
    expect(new Seal({ current }, 'other').open(text)).to.equal(undefined)
    expect(new Seal({ current: randomBytes(32) }, 'one').open(text)).to.equal(undefined)
    const bytes = Buffer.from(text, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(seal.open(changed.toString('base64url'))).to.equal(undefined)
    }
    for (const wrong of ['', 'x', '!', text.slice(0, 20)]) expect(seal.open(wrong)).to.equal(undefined)
  })
})
