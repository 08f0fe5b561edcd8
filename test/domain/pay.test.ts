import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, type Day } from '../../src/domain/day.ts'
import { isOpen, payAddProblems, payHistory, payOn, type PayRow } from '../../src/domain/pay.ts'

const dayAt = (index: number): Day => addDays('2026-02-20', index)
const calendar = Array.from({ length: 40 }, (_, index) => dayAt(index))

const row = (at: number): PayRow => ({
  id: `row of ${dayAt(at)}`,
  valid_from: dayAt(at),
  amount: at,
  currency: 'EUR',
  period: 'year',
  note: null,
  created_at: '2026-01-01T00:00:00.000Z',
})

/** Rows in any order, no two of one day; some of them begin before the calendar. */
const rowsOf = fc
  .uniqueArray(fc.integer({ min: -5, max: 39 }), { maxLength: 8 })
  .map((starts) => starts.map(row))

/** Which row applies on a day, found by looking at each day before it. */
function rowByCalendar(rows: PayRow[], day: Day): string | null {
  for (let back = 0; back < 45; back++) {
    const earlier = addDays(day, -back)
    const found = rows.find(({ valid_from: from }) => from === earlier)
    if (found) return found.id
  }
  return null
}

describe('pay history', () => {
  it('agrees with a calendar on every day, whatever the rows and their order', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const history = payHistory(rows)
        const applying = calendar.map((day) => rowByCalendar(rows, day))
        calendar.forEach((day, index) => {
          expect(payOn(history, day)?.id ?? null, day).to.equal(applying[index])
          const covering = history.filter(
            ({ valid_from: from, valid_to: to }) => from <= day && (to === null || day <= to),
          )
          expect(
            covering.map(({ id }) => id),
            day,
          ).to.deep.equal([applying[index]].filter(Boolean))
          const later = new Set(applying.slice(index))
          const open = history.filter((one) => isOpen(one, day)).map(({ id }) => id)
          expect(open, day).to.deep.equal(history.map(({ id }) => id).filter((id) => later.has(id)))
        })
      }),
      { numRuns: 50 },
    )
  })

  it('is the same after a row was added and removed again', () => {
    fc.assert(
      fc.property(rowsOf, fc.integer({ min: -5, max: 45 }), (rows, at) => {
        fc.pre(rows.every(({ valid_from: from }) => from !== dayAt(at)))
        const more = payHistory([...rows, row(at)])
        const without = more.filter(({ valid_from: from }) => from !== dayAt(at))
        expect(payHistory(without)).to.deep.equal(payHistory(rows))
      }),
    )
  })

  it('has the latest row first, and changes none of its arguments', () => {
    const rows = [row(3), row(9), row(1)]
    expect(payHistory(rows).map(({ valid_from: from, valid_to: to }) => [from, to])).to.deep.equal([
      [dayAt(9), null],
      [dayAt(3), dayAt(8)],
      [dayAt(1), dayAt(2)],
    ])
    expect(rows.map(({ amount }) => amount)).to.deep.equal([3, 9, 1])
  })

  it('takes a day between the first and the last one that has no row', () => {
    const history = payHistory([row(5)])
    const names = (at: number, lastDay: Day | null) =>
      payAddProblems(history, { firstDay: dayAt(2), lastDay }, dayAt(at)).map(({ name }) => name)
    expect([2, 4, 6, 30].map((at) => names(at, null))).to.deep.equal([[], [], [], []])
    expect(names(1, null)).to.deep.equal(['pay_before_start'])
    expect(names(5, null)).to.deep.equal(['pay_date_taken'])
    expect([names(10, dayAt(10)), names(11, dayAt(10))]).to.deep.equal([[], ['pay_after_last_day']])
    expect(names(5, dayAt(4))).to.deep.equal(['pay_after_last_day', 'pay_date_taken'])
  })
})
