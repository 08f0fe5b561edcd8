import { expect } from 'chai'
import type { Day } from '../../src/domain/day.ts'
import {
  employedSince,
  hasLeft,
  leadsFrom,
  movedStays,
  type EmploymentSpans,
} from '../../src/domain/employment-spans.ts'

const stay = (from: string, to: string | null) => ({ startDate: from as Day, lastDay: to as Day | null })
const day = (text: string) => text as Day

describe('when somebody works here', () => {
  const once: EmploymentSpans = [stay('2026-03-01', '2026-06-30')]
  const twice: EmploymentSpans = [...once, stay('2026-09-01', null)]

  it('is told by the employment that includes the day, up to its last day', () => {
    expect(employedSince(once, day('2026-03-01'))).to.equal('2026-03-01')
    expect(employedSince(once, day('2026-06-30'))).to.equal('2026-03-01')
    expect(employedSince(once, day('2026-07-01')), 'the day after the last one').to.equal(null)
    expect(employedSince(twice, day('2030-01-01')), 'without an end').to.equal('2026-09-01')
  })

  it('is told by the next employment for who starts later or comes back', () => {
    expect(employedSince(once, day('2026-01-01'))).to.equal('2026-03-01')
    expect(employedSince(twice, day('2026-08-31'))).to.equal('2026-09-01')
    expect([hasLeft(twice, day('2026-08-31')), hasLeft(once, day('2026-08-31'))]).to.deep.equal([false, true])
    expect([hasLeft(once, day('2026-06-30')), hasLeft([], day('2026-06-30'))]).to.deep.equal([false, true])
  })

  it('a unit may be led by who is here or has not begun, and by nobody between two employments', () => {
    expect(leadsFrom(once, day('2026-01-01')), 'before the first day').to.equal('2026-03-01')
    expect(leadsFrom(once, day('2026-06-30'))).to.equal('2026-03-01')
    expect(leadsFrom(twice, day('2026-08-31')), 'comes back').to.equal(null)
    expect(leadsFrom(twice, day('2026-09-01')), 'is back').to.equal('2026-09-01')
    expect(leadsFrom(once, day('2026-07-01')), 'has left').to.equal(null)
  })

  it('a first day that moves is that of the next employment only, while it has not begun', () => {
    const moved = day('2026-10-01')
    expect(movedStays(twice, moved, day('2026-08-01'))).to.deep.equal([once[0], stay('2026-10-01', null)])
    for (const [stays, start, today] of [
      [twice, moved, '2026-09-01'],
      [twice, moved, '2026-03-05'],
      [once, moved, '2026-07-01'],
      [twice, undefined, '2026-08-01'],
    ] as const)
      expect(movedStays(stays, start, day(today)), `${start} ${today}`).to.equal(stays)
  })
})
