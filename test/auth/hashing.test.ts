import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { inHashingTurn } from '../../src/auth/hashing.ts'
import { ApiError } from '../../src/errors.ts'

describe('turns of those who set a password', () => {
  /** Begins to hash, which ends when it is told to. */
  function begin(orgId: string, whose: string) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one = { begun: false, ended: Promise.resolve() as Promise<unknown>, end: resolve, fail: reject }
    one.ended = inHashingTurn(orgId, whose, () => {
      one.begun = true
      return promise
    }).catch((error: unknown) => error)
    return one
  }
  const whoHasBegun = async (all: { begun: boolean }[]) => {
    await setImmediate()
    return all.map(({ begun }) => begun)
  }

  it('come one by one in an organization, two at once in all, and in turn for each who waits', async () => {
    const [a, b, c] = [begin('one', 'a'), begin('two', 'b'), begin('three', 'c')]
    expect(await whoHasBegun([a, b, c])).to.deep.equal([true, true, false])
    const [again, other] = [begin('one', 'a'), begin('one', 'd')]
    c.end()
    b.end()
    await c.ended
    expect(await whoHasBegun([c, again, other])).to.deep.equal([true, false, false])
    a.end()
    await a.ended
    expect(await whoHasBegun([again, other])).to.deep.equal([true, false])
    again.end()
    await again.ended
    expect(await whoHasBegun([other])).to.deep.equal([true])
    other.end()
  })

  it('are given on after a failure, and five of one login or link may wait', async () => {
    const first = begin('one', 'a')
    const waiting = Array.from({ length: 5 }, () => begin('one', 'a'))
    const refused = await begin('one', 'a').ended
    expect(refused).to.be.instanceOf(ApiError).and.to.include({ status: 503 })
    const other = begin('one', 'b')
    const failure = new Error('of the hash')
    first.fail(failure)
    expect(await first.ended).to.equal(failure)
    expect(await whoHasBegun([...waiting, other])).to.include(true)
    for (const one of [...waiting, other]) one.end()
    for (const one of [...waiting, other]) expect(await one.ended).to.equal(undefined)
  })
})
