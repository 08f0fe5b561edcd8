import { expect } from 'chai'
import { mostAttempts, nextAttempt } from '../../src/domain/webhooks.ts'

describe('the next attempt of a delivery', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  const waits = (attempt: number, chance: number, retryAfterMs?: number) =>
    nextAttempt(attempt, now, chance, retryAfterMs)!.getTime() - now.getTime()
  const attempts = Array.from({ length: mostAttempts - 1 }, (_, index) => index + 1)

  it('comes later each time, give or take a tenth, and there is none after the last', () => {
    for (const attempt of attempts) {
      const [soonest, latest] = [waits(attempt, 0), waits(attempt, 1)]
      expect(Math.round((100 * soonest) / latest)).to.equal(Math.round(90 / 1.1))
      if (attempt > 1) expect(soonest).to.be.at.least(waits(attempt - 1, 0.5))
    }
    expect(nextAttempt(mostAttempts, now, 0.5, undefined)).to.equal(undefined)
  })

  it('waits as long as the receiver asks, for a day at most, and never less than planned', () => {
    const day = 86_400_000
    expect(waits(1, 0.5, 3_600_000)).to.equal(3_600_000)
    expect(waits(1, 0.5, day)).to.equal(day)
    expect(waits(1, 0.5, day + 1000)).to.equal(day)
    for (const attempt of attempts) expect(waits(attempt, 0.5, 0)).to.equal(waits(attempt, 0.5))
  })
})
