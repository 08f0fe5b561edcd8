import { expect } from 'chai'
import {
  basisOf,
  storedBasis,
  type HeldRow,
  type History,
  type PaidRow,
} from '../../src/domain/approval-basis.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'

describe('what a proposal is based on', () => {
  const nowhere = { unit_id: null, manager_id: null, location_id: null, legal_entity_id: null }
  const row = (
    id: string,
    valid_from: HeldRow['valid_from'],
    valid_to: HeldRow['valid_to'],
    title = 'Editor',
  ): HeldRow => ({
    ...usualTerms,
    ...nowhere,
    id,
    valid_from,
    valid_to,
    title,
  })
  const pay = (id: string, valid_from: PaidRow['valid_from'], amount: number): PaidRow => ({
    id,
    valid_from,
    amount,
    currency: 'EUR',
    period: 'year',
  })
  const history: History = {
    employments: [{ id: 'e1', start_date: '2025-01-01', last_day: null }],
    rows: [row('a', '2025-01-01', '2026-05-31'), row('b', '2026-06-01', null)],
    pay: [pay('p2', '2026-01-01', 200), pay('p1', '2025-01-01', 100)],
  }
  const same = (target: Parameters<typeof basisOf>[0], after: Partial<History>) => {
    expect(basisOf(target, { ...history, ...after })).to.deep.equal(basisOf(target, history))
  }
  const other = (target: Parameters<typeof basisOf>[0], after: Partial<History>) => {
    expect(basisOf(target, { ...history, ...after })).to.not.deep.equal(basisOf(target, history))
  }

  it('of a job change is the row in force on its day, whatever its end is', () => {
    const target = { change: 'change_job', effectiveDate: '2026-03-01' } as const
    expect(basisOf(target, history)).to.have.nested.property('row.id', 'a')
    same(target, { rows: [row('a', '2025-01-01', '2026-03-31'), row('c', '2026-04-01', null)] })
    other(target, { rows: [row('a', '2025-01-01', '2026-05-31', 'Head'), row('b', '2026-06-01', null)] })
    other(target, { rows: [row('a', '2025-01-01', '2026-01-31'), row('c', '2026-02-01', null)] })
    other(target, { rows: [row('a', '2025-01-01', '2026-02-15')] })
  })

  it('of a job change has as usual what rows had not when it was stored', () => {
    const target = { change: 'change_job', effectiveDate: '2026-03-01' } as const
    const { row: now } = basisOf(target, history) as { row: HeldRow }
    const { weekly_hours: _, ...then } = now
    expect(storedBasis('change_job', { row: then })).to.deep.equal({ row: now })
    expect(storedBasis('correct_job', { row: then })).to.deep.equal({ row: now })
    expect(storedBasis('change_job', { row: { ...then, weekly_hours: 40 } })['row']).to.include({
      weekly_hours: 40,
    })
    for (const [change, basis] of [
      ['change_job', { row: null }],
      ['pay_add', { row: pay('p1', '2025-01-01', 100) }],
      ['terminate', { employment: null }],
    ] as const)
      expect(storedBasis(change, basis)).to.equal(basis)
  })

  it('of a correction is the row that is corrected', () => {
    const target = { change: 'correct_job', effectiveDate: '2025-01-01', rowId: 'a' } as const
    same(target, { rows: [row('a', '2025-01-01', null)] })
    other(target, { rows: [row('b', '2026-06-01', null)] })
    other(target, { rows: [row('a', '2025-01-01', '2026-05-31', 'Head')] })
  })

  it('of an end, and of a new employment, is the last employment', () => {
    for (const change of ['terminate', 'rehire'] as const) {
      const target = { change, effectiveDate: '2026-12-31' } as const
      same(target, { rows: [row('a', '2025-01-01', null, 'Head')] })
      other(target, { employments: [{ id: 'e1', start_date: '2025-01-01', last_day: '2026-12-31' }] })
      const earlier = { id: 'e0', start_date: '2020-01-01', last_day: '2021-12-31' } as const
      same(target, { employments: [earlier, ...history.employments] })
      other(target, { employments: [...history.employments, { ...earlier, id: 'e2' }] })
    }
  })

  it('of pay is the row that applies on its day, or the row that is removed', () => {
    const add = { change: 'pay_add', effectiveDate: '2026-07-01' } as const
    expect(basisOf(add, history)).to.have.nested.property('row.id', 'p2')
    same(add, { pay: [...history.pay, pay('p0', '2024-01-01', 50)] })
    other(add, { pay: [...history.pay, pay('p3', '2026-06-01', 300)] })
    other(add, { pay: [] })
    expect(basisOf({ ...add, effectiveDate: '2026-01-01' }, history)).to.have.nested.property('row.id', 'p2')
    expect(basisOf({ ...add, effectiveDate: '2020-01-01' }, history)).to.deep.equal({ row: null })
    const remove = { change: 'pay_remove', effectiveDate: '2026-01-01', rowId: 'p2' } as const
    same(remove, { pay: [pay('p3', '2026-02-01', 300), ...history.pay, pay('p0', '2024-01-01', 50)] })
    other(remove, { pay: [pay('p1', '2025-01-01', 100)] })
    other(remove, { pay: [pay('p2', '2026-01-01', 200)] })
    other(remove, { pay: [pay('p2', '2026-01-01', 200), pay('p0', '2024-01-01', 50)] })
  })
})
