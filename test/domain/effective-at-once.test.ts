import { expect } from 'chai'
import type { Day } from '../../src/domain/day.ts'
import { effectiveAtOnce, postponed, type Days } from '../../src/domain/effective-at-once.ts'

const today: Day = '2030-03-10'
const noDays: Days = { employments: [], rows: [] }
/** An employment with rows that begin on these days. */
const employed = (id: string, from: Day, to: Day | null, ...later: Day[]): Days => ({
  employments: [{ id, startDate: from, lastDay: to }],
  rows: [from, ...later].map((day, at) => ({ id: `${id}${at}`, employmentId: id, validFrom: day })),
})
const both = (...all: Days[]): Days => ({
  employments: all.flatMap(({ employments }) => employments),
  rows: all.flatMap(({ rows }) => rows),
})

describe('what a change makes effective at once', () => {
  const atOnce = (before: Days, after: Days) => {
    const { started, jobs, left } = effectiveAtOnce('p', before, after, today)
    const names = (what: typeof started) => what.map(({ id, day }) => `${id} ${day}`)
    return { started: names(started), jobs: names(jobs), left: names(left) }
  }
  const nothing = { started: [], jobs: [], left: [] }
  const open = employed('a', '2029-01-01', null)

  it('is a hire of today or before, without its first row', () => {
    expect(atOnce(noDays, employed('a', today, null))).to.deep.equal({ ...nothing, started: [`a ${today}`] })
    expect(atOnce(noDays, employed('a', '2029-01-01', null)).started).to.have.length(1)
    expect(atOnce(noDays, employed('a', '2030-03-11', null))).to.deep.equal(nothing)
  })

  it('is a row of today or before', () => {
    expect(atOnce(open, employed('a', '2029-01-01', null, today)).jobs).to.deep.equal([`a1 ${today}`])
    expect(atOnce(open, employed('a', '2029-01-01', null, '2029-05-01')).jobs).to.deep.equal([
      'a1 2029-05-01',
    ])
    expect(atOnce(open, employed('a', '2029-01-01', null, '2030-03-11'))).to.deep.equal(nothing)
  })

  it('is a last day that is over; today is still worked', () => {
    expect(atOnce(open, employed('a', '2029-01-01', '2030-03-09')).left).to.deep.equal(['a 2030-03-09'])
    expect(atOnce(open, employed('a', '2029-01-01', today))).to.deep.equal(nothing)
    const over = employed('a', '2029-01-01', '2030-03-01')
    expect(atOnce(over, employed('a', '2029-01-01', '2030-02-01')), 'it was over before').to.deep.equal(
      nothing,
    )
  })

  it('is a day that is moved back to today', () => {
    const soon = employed('a', '2030-04-01', null)
    expect(atOnce(soon, employed('a', '2030-03-01', null)).started).to.deep.equal(['a 2030-03-01'])
  })

  it('is the second employment alone', () => {
    const first = employed('a', '2029-01-01', '2029-12-31')
    expect(atOnce(first, both(first, employed('b', '2030-02-01', null)))).to.deep.equal({
      ...nothing,
      started: ['b 2030-02-01'],
    })
  })
})

describe('what a change moves ahead', () => {
  const nothing = { started: [], jobs: [], left: [] }
  const left = employed('a', '2029-01-01', '2030-03-01')

  it('is an end that was over and is not any more', () => {
    for (const to of [null, today, '2030-12-31'] as const)
      expect(postponed(left, employed('a', '2029-01-01', to), today)).to.deep.equal({
        ...nothing,
        left: ['a'],
      })
    expect(postponed(left, employed('a', '2029-01-01', '2030-02-01'), today)).to.deep.equal(nothing)
  })

  it('is a beginning', () => {
    const started = employed('a', '2030-03-01', null)
    expect(postponed(started, employed('a', '2030-03-11', null), today)).to.deep.equal({
      ...nothing,
      started: ['a'],
      jobs: ['a0'],
    })
  })

  it('is nothing that the change did not move, even if today is yesterday again in another time zone', () => {
    const told = employed('a', '2030-03-11', null)
    expect(postponed(told, employed('a', '2030-03-11', null, '2030-05-01'), today)).to.deep.equal(nothing)
  })
})
