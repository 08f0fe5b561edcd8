import { expect } from 'chai'
import fc from 'fast-check'
import {
  addDays,
  compareDays,
  covers,
  isDay,
  isImpossibleDay,
  lastDayOfTime,
  maxDay,
  minDay,
  today,
} from '../../src/domain/day.ts'
import type { Day } from '../../src/domain/day.ts'

describe('calendar days', () => {
  it('accepts only real days, and only in one form', () => {
    for (const day of ['2024-02-29', '2023-12-31', '0001-01-01', lastDayOfTime]) {
      expect(isDay(day), day).to.equal(true)
    }
    const refused = [
      '2023-02-29',
      '2023-02-30',
      '2023-04-31',
      '2023-13-01',
      '2023-00-10',
      '2023-01-00',
      '0000-01-01',
      '2024-2-01',
      '20240201',
      '2024-02-01T00:00:00Z',
      ' 2024-02-01',
      '2024-02-01\n',
      '+12024-01-01',
      '',
    ]
    for (const text of refused) expect(isDay(text), JSON.stringify(text)).to.equal(false)
  })

  it('knows a day that does not exist from a text that is none', () => {
    for (const day of ['2022-02-30', '2023-02-29', '2022-13-01', '2022-00-10', '2022-01-00', '0000-01-01'])
      expect(isImpossibleDay(day), day).to.equal(true)
    for (const text of ['2024-02-29', '2022-2-30', '30.02.2022', '2022-02-30T00:00', 'tomorrow', ''])
      expect(isImpossibleDay(text), text).to.equal(false)
  })

  it('adds across months, leap days and years', () => {
    expect(addDays('2024-02-28', 1)).to.equal('2024-02-29')
    expect(addDays('2023-02-28', 1)).to.equal('2023-03-01')
    expect(addDays('2024-01-01', -1)).to.equal('2023-12-31')
    expect(addDays('0050-01-01', 1)).to.equal('0050-01-02')
  })

  it('throws outside of the years 0001 to 9999', () => {
    expect(() => addDays(lastDayOfTime, 1)).to.throw(RangeError)
    expect(() => addDays('0001-01-01', -1)).to.throw(RangeError)
    expect(() => addDays('soon' as Day, 1)).to.throw(RangeError, 'soon')
  })

  it('adds the same days as counting one by one', () => {
    const lengths = (year: number): number[] => [
      31,
      new Date(year, 2, 0).getDate(),
      31,
      30,
      31,
      30,
      31,
      31,
      30,
      31,
      30,
      31,
    ]
    const leafAfter = (day: Day): Day => {
      let [year, month, date] = day.split('-').map(Number) as [number, number, number]
      date += 1
      if (date > lengths(year)[month - 1]!) {
        date = 1
        month += 1
      }
      if (month > 12) {
        month = 1
        year += 1
      }
      return [
        String(year).padStart(4, '0'),
        ...[month, date].map((part) => String(part).padStart(2, '0')),
      ].join('-') as Day
    }
    const start = fc
      .date({ min: new Date('1890-01-01'), max: new Date('2110-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10) as Day)
    fc.assert(
      fc.property(start, fc.nat(800), (day, count) => {
        let expected = day
        for (let leaf = 0; leaf < count; leaf += 1) expected = leafAfter(expected)
        expect(addDays(day, count)).to.equal(expected)
        expect(addDays(expected, -count)).to.equal(day)
        expect(compareDays(day, expected)).to.equal(count === 0 ? 0 : -1)
        expect(compareDays(expected, day)).to.equal(count === 0 ? 0 : 1)
      }),
    )
  })

  it('reads a last day of null as no end', () => {
    expect(minDay(null, '2024-01-02')).to.equal('2024-01-02')
    expect(minDay('2024-01-01', null)).to.equal('2024-01-01')
    expect(minDay('2024-01-02', '2024-01-01')).to.equal('2024-01-01')
    expect(minDay(null, null)).to.equal(null)
    expect(maxDay(null, '2024-01-02')).to.equal(null)
    expect(maxDay('2024-01-01', null)).to.equal(null)
    expect(maxDay('2024-01-02', '2024-01-01')).to.equal('2024-01-02')
  })

  it('includes both ends of a span', () => {
    const week = { from: '2024-01-01', to: '2024-01-07' } as const
    const days = ['2023-12-31', '2024-01-01', '2024-01-07', '2024-01-08'] as const
    expect(days.map((day) => covers(week, day))).to.deep.equal([false, true, true, false])
    expect(covers({ from: '2024-01-01', to: null }, lastDayOfTime)).to.equal(true)
  })
})

describe('today', () => {
  it('is the date in the time zone, at the same instant', () => {
    const newYear = new Date('2024-12-31T23:30:00Z')
    expect(today(newYear, 'UTC')).to.equal('2024-12-31')
    expect(today(newYear, 'Europe/Rome')).to.equal('2025-01-01')
    expect(today(newYear, 'America/Los_Angeles')).to.equal('2024-12-31')
    expect(today(newYear, 'Pacific/Kiritimati')).to.equal('2025-01-01')
  })

  it('changes at local midnight, also on days when the clocks change', () => {
    expect(today(new Date('2024-03-30T22:59:59Z'), 'Europe/Rome')).to.equal('2024-03-30')
    expect(today(new Date('2024-03-30T23:00:00Z'), 'Europe/Rome')).to.equal('2024-03-31')
    expect(today(new Date('2024-03-31T21:59:59Z'), 'Europe/Rome')).to.equal('2024-03-31')
    expect(today(new Date('2024-03-31T22:00:00Z'), 'Europe/Rome')).to.equal('2024-04-01')
  })

  it('throws for a time zone that does not exist', () => {
    expect(() => today(new Date(), 'Europe/Atlantis')).to.throw(RangeError)
  })
})
