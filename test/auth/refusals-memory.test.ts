import { expect } from 'chai'
import { RefusedCredentials } from '../../src/auth/refused-credentials.ts'

describe('what a process remembers of refused credentials', () => {
  const now = new Date('2026-11-21T00:00:00.000Z')
  const clock = () => now
  const blocked = '203.0.113.1'

  /** A memory for which one address is blocked, so that it says of credentials whether it knows them. */
  const begin = () => {
    const refusals = new RefusedCredentials()
    refusals.block(blocked, 60, now)
    return {
      refusals,
      knows: (id: string) => refusals.secondsFor(blocked, id, clock) === 0,
      noteOthers: (count: number, name: string) => {
        for (let n = 0; n < count; n++) refusals.noteValid(`${name} ${n}`)
      },
    }
  }

  it('is a valid credential while five thousand others come, and not for ever', () => {
    const { refusals, knows, noteOthers } = begin()
    expect(knows('mine')).to.equal(false)
    refusals.noteValid('mine')
    expect(knows('mine')).to.equal(true)
    noteOthers(5001, 'first')
    expect(knows('mine'), 'after 5,001 others').to.equal(true)
    noteOthers(5000, 'second')
    expect(knows('mine'), 'after 10,001 others').to.equal(false)
    expect(knows('second 4999'), 'the newest').to.equal(true)
  })

  it('is not a credential that has become invalid, however long ago it was valid', () => {
    const { refusals, knows, noteOthers } = begin()
    for (const others of [0, 5001]) {
      refusals.noteValid('mine')
      noteOthers(others, 'other')
      expect(knows('mine')).to.equal(true)
      refusals.noteInvalid('mine')
      expect(knows('mine'), `after ${others} others`).to.equal(false)
    }
  })

  it('is at most ten thousand networks, the newest among them', () => {
    const refusals = new RefusedCredentials()
    const addresses = Array.from({ length: 10_001 }, (_, n) => `10.${n >> 8}.${n & 255}.1`)
    for (const address of addresses) refusals.block(address, 60, now)
    const isBlocked = (address: string) => refusals.secondsFor(address, undefined, clock) > 0
    expect(isBlocked(addresses.at(-1)!)).to.equal(true)
    expect(addresses.filter(isBlocked).length).to.be.within(5000, 10_000)
  })
})
