import { expect } from 'chai'
import { Turns } from '../../src/auth/turns.ts'
import { ApiError, unavailable } from '../../src/errors.ts'

describe('those who sign in at the same moment take turns', () => {
  /** Work that ends when the test says so. */
  const workshop = () => {
    const started: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => () => {
      started.push(name)
      return new Promise<string>((end) => ends.push(() => end(name)))
    }
    /** Ends the work that began first, and lets others begin. */
    const endOne = async () => {
      ends.shift()!()
      await new Promise(setImmediate)
    }
    return { started, work, endOne }
  }

  it('so many at a time, and one network after the other', async () => {
    const turns = new Turns(2, 60_000)
    const { started, work, endOne } = workshop()
    const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.run('a', work(name)))
    const others = ['b1', 'b2', 'c1'].map((name) => turns.run(name[0]!, work(name)))
    expect(started).to.deep.equal(['a1', 'a2'])
    for (let i = 0; i < 8; i++) await endOne()
    expect(await Promise.all([...crowd, ...others])).to.have.length(8)
    expect(started).to.deep.equal(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
    const late = turns.run('d', work('d1'))
    expect(started.at(-1), 'all places are free again').to.equal('d1')
    await endOne()
    await late
  })

  it('and go away when it takes too long', async () => {
    const turns = new Turns(1, 20)
    const { work, endOne } = workshop()
    const first = turns.run('a', work('a1'))
    const error = await turns.run('a', work('a2')).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 503 })
    await endOne()
    expect(await first).to.equal('a1')
    expect(await turns.run('a', () => Promise.resolve('free'))).to.equal('free')
  })

  it('and all go away when the database cannot be reached', async () => {
    const turns = new Turns(1, 60_000)
    const down = unavailable('down')
    let tried = 0
    const fail = () => {
      tried++
      return new Promise<never>((_done, reject) => setImmediate(() => reject(down)))
    }
    const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((group) => turns.run(group, fail)))
    expect(outcomes).to.deep.equal(Array(4).fill({ status: 'rejected', reason: down }))
    expect(tried).to.equal(1)
    expect(await turns.run('a', () => Promise.resolve('again'))).to.equal('again')
  })
})
