import { expect } from 'chai'
import { attemptAfterSeconds, healthAfter, nextAttempt, type Attempted } from '../../src/domain/webhooks.ts'

const day = 24 * 3600 * 1000
const start = new Date('2026-06-15T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

describe('attempts at an endpoint', () => {
  const failed = (ms: number): Attempted => ({
    ...{ at: after(ms), succeeded: false },
    ...{ responseStatus: 500, fault: 'status' },
  })
  const succeeded = (ms: number): Attempted => ({
    ...{ at: after(ms), succeeded: true },
    ...{ responseStatus: 200, fault: null },
  })
  const healthy = { failing_since: null, consecutive_failures: 0 }

  it('turn it off after a whole day of nothing but failures, from the first of them on', () => {
    const first = healthAfter(healthy, [failed(0), failed(day - 1)])
    expect(first).to.deep.equal({
      health: { failing_since: start, consecutive_failures: 2 },
      turnsOff: false,
    })
    expect(healthAfter(first.health, [failed(day)]).turnsOff).to.equal(true)
    const recovered = healthAfter(first.health, [succeeded(day), failed(day + 1)])
    expect(recovered).to.deep.equal({
      health: { failing_since: after(day + 1), consecutive_failures: 1 },
      turnsOff: false,
    })
  })

  it('turn it off at once when it says that it is gone, whatever else ends with it', () => {
    const gone: Attempted = { ...failed(0), fault: 'gone' }
    for (const others of [[], [failed(1)], [succeeded(1)]])
      expect(healthAfter(healthy, [gone, ...others]).turnsOff).to.equal(true)
  })

  it('come when they are planned, give or take a tenth, and never before the receiver wants one', () => {
    expect(nextAttempt(1, start, 0.5, undefined)).to.deep.equal(after(5000))
    expect([0, 1].map((chance) => nextAttempt(2, start, chance, 1000))).to.deep.equal([
      after(270_000),
      after(330_000),
    ])
    expect(nextAttempt(1, start, 0.5, 60_000)).to.deep.equal(after(60_000))
    // A receiver puts nothing off for longer than a day.
    expect(nextAttempt(1, start, 0.5, 3 * day)).to.deep.equal(after(day))
    expect(nextAttempt(attemptAfterSeconds.length, start, 0.5, undefined)).to.equal(undefined)
  })
})
