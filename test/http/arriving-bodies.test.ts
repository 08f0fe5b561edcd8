import { expect } from 'chai'
import { arrivingLimits, keepBody, type Place } from '../../src/http/arriving-bodies.ts'

const MiB = 1024 * 1024

describe('large bodies that wait for the rest of them', () => {
  const open: Place[] = []
  const usual = { ...arrivingLimits }
  beforeEach(() => (arrivingLimits.organization = 16 * MiB))
  afterEach(() => {
    open.splice(0).forEach((one) => one.leave())
    Object.assign(arrivingLimits, usual)
  })

  function hold(organization: string, member: string, bytes: number): Place {
    const place = keepBody(organization, member)
    open.push(place)
    place.hold(bytes)
    return place
  }

  const refused = (places: Place[]) => places.map((place) => place.refused.aborted)

  it('make room in their organization: the oldest of the member who has most', () => {
    const slow = hold('a', 'slow', MiB)
    const many = [hold('a', 'many', 2 * MiB), hold('a', 'many', 2 * MiB)]
    const one = hold('a', 'one', arrivingLimits.organization - 5 * MiB - 1)
    hold('b', 'other', arrivingLimits.organization)
    expect(refused([slow, ...many, one])).to.deep.equal([false, false, false, false])
    one.leave()
    const more = [3, 3, 3, 3].map((size, index) => hold('a', `${index}`, size * MiB))
    expect(refused([slow, ...many, ...more])).to.deep.equal([false, true, false, false, false, false, false])
  })

  it('make room in their organization: first those that have stalled, whoever has most, but none that is whole', () => {
    // Whatever has come before has stalled.
    arrivingLimits.stalledMs = -1
    const whole = hold('a', 'whole', MiB)
    whole.end()
    const [dripping, slow] = [hold('a', 'dripping', 2 * MiB), hold('a', 'slow', 2 * MiB)]
    const most = hold('a', 'most', 10 * MiB)
    slow.hold(2 * MiB + arrivingLimits.progress)
    dripping.hold(2 * MiB + arrivingLimits.progress - 1)
    const all = [whole, dripping, slow, most, hold('a', 'next', 2 * MiB)]
    expect(refused(all)).to.deep.equal([false, true, false, false, false])
    hold('a', 'next', 2 * MiB)
    expect(refused(all)).to.deep.equal([false, true, false, true, false])
  })

  it('make room for all: in the organization that has most', () => {
    const { organization, total } = arrivingLimits
    const few = hold('few', 'one', MiB)
    const count = total / organization
    const full = Array.from({ length: count - 1 }, (_, index) => hold(`${index}`, 'one', organization - MiB))
    const most = [hold('most', 'one', MiB), hold('most', 'one', organization - MiB)]
    hold('last', 'one', (count - 2) * MiB)
    expect(refused([few, ...full, ...most])).not.to.include(true)
    hold('last', 'two', 1)
    expect(refused([few, ...full, ...most])).to.deep.equal([false, ...full.map(() => false), true, false])
  })

  it('count what has come of them once, and nothing after they left', () => {
    const one = hold('a', 'one', MiB)
    for (let count = 0; count < 20; count++) one.hold(MiB + count)
    hold('a', 'two', arrivingLimits.organization - MiB - 19)
    expect(one.refused.aborted).to.equal(false)
    one.leave()
    one.hold(2 * MiB)
    const three = hold('a', 'three', MiB + 19)
    expect(refused(open)).to.deep.equal([false, false, false])
    three.hold(MiB + 20)
    expect(refused(open)).to.deep.equal([false, true, false])
  })
})
