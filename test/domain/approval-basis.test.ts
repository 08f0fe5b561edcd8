import { expect } from 'chai'
import {
  basisOf,
  fromStored,
  isOutdated,
  isSameIntent,
  toStored,
  type History,
  type Proposed,
} from '../../src/domain/approval-basis.ts'
import type { Day } from '../../src/domain/day.ts'
import { hire, type JobTerms, type Timeline } from '../../src/domain/employment.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'
import type { PayRow } from '../../src/domain/pay.ts'
import { change, correct, end, rehire, removeRow, type Patch } from '../../src/domain/timeline.ts'

describe('what a request that waits would replace', () => {
  const terms: JobTerms = {
    ...usualTerms,
    ...{ title: 'Editor', unit_id: null, manager_id: 'm', location_id: null, legal_entity_id: null },
  }
  const hired = hire(terms, '2025-01-01', { employmentId: 'e1', rowId: 'a' })
  const changed = (timeline: Timeline, day: Day, patch: Patch, rowId: string = day) =>
    change(timeline, { day, patch, reason: 'change', rowId }).effect!.timeline
  const corrected = (timeline: Timeline, rowId: string, patch: Patch, validFrom?: Day) =>
    correct(timeline, { rowId, patch, validFrom }).effect!.timeline
  const ended = (timeline: Timeline, lastDay: Day | null, type?: string) =>
    end(timeline, { lastDay, type, today: '2026-06-15' }).effect!.timeline
  const rehired = (timeline: Timeline, startDate: Day) =>
    rehire(timeline, { startDate, terms, employmentId: startDate, rowId: startDate }).effect!.timeline
  /** The timeline with a second row, from June on. */
  const two = changed(hired, '2026-06-01', { fte: 0.5 }, 'b')

  const title: Proposed = {
    change: 'change_job',
    effectiveDate: '2027-01-01',
    reason: 'change',
    patch: { title: 'Author' },
  }
  const correction: Proposed = { change: 'correct_job', jobId: 'b', patch: { title: 'Author' } }
  const moving: Proposed = { ...correction, validFrom: '2026-05-01' }
  const leaving: Proposed = { change: 'terminate', lastDay: '2026-12-31' }
  const coming: Proposed = { change: 'rehire', startDate: '2028-01-01', terms }
  const outdated = (intent: Proposed, day: Day, before: History, after: History) =>
    isOutdated(
      { intent, effectiveDate: day, basis: JSON.parse(JSON.stringify(basisOf(intent, before))) },
      after,
    )

  const cases: [string, Proposed, Day, Timeline, Record<'stays' | 'outdated', Timeline[]>][] = [
    [
      'of a change: the values that it changes, on its day',
      title,
      '2027-01-01',
      two,
      {
        stays: [
          corrected(two, 'b', { manager_id: 'n', weekly_hours: 30, location_id: 'l' }),
          changed(two, '2026-09-01', { fte: 0.7, unit_id: 'u', manager_id: 'n' }),
          changed(two, '2027-02-01', { title: 'Chief' }),
          removeRow(two, { rowId: 'b', today: '2026-05-01' }).effect!.timeline,
          ended(two, '2027-01-01'),
        ],
        outdated: [
          corrected(two, 'a', { title: 'Chief' }),
          changed(two, '2026-09-01', { title: 'Author' }),
          changed(two, '2027-01-01', { fte: 0.7 }),
          ended(two, '2026-12-31'),
        ],
      },
    ],
    [
      'of a correction: the values of the row that it corrects, on its day',
      correction,
      '2026-06-01',
      two,
      {
        stays: [
          corrected(two, 'b', { manager_id: 'n' }),
          corrected(two, 'b', {}, '2026-05-20'),
          changed(two, '2026-06-10', { title: 'Chief' }),
          ended(two, '2026-06-15'),
        ],
        outdated: [
          corrected(two, 'b', { title: 'Chief' }),
          corrected(two, 'b', {}, '2026-06-20'),
          removeRow(two, { rowId: 'b', today: '2026-05-01' }).effect!.timeline,
        ],
      },
    ],
    [
      'of a correction that moves the row: its first day, too',
      moving,
      '2026-05-01',
      two,
      {
        stays: [corrected(two, 'b', { manager_id: 'n' }), changed(two, '2026-04-30', { fte: 0.7 })],
        outdated: [corrected(two, 'b', {}, '2026-05-20'), changed(two, '2026-05-01', { fte: 0.7 })],
      },
    ],
    [
      'of an end: the last day',
      leaving,
      '2026-12-31',
      two,
      {
        stays: [
          changed(two, '2026-09-01', { title: 'Chief', manager_id: 'n' }),
          corrected(two, 'a', {}, '2025-02-01'),
        ],
        outdated: [ended(two, '2027-01-31'), rehired(ended(two, '2026-06-30'), '2026-08-01')],
      },
    ],
    [
      'of a new employment: nothing, as long as the person does not work here on its day',
      coming,
      '2028-01-01',
      ended(two, '2026-12-31'),
      {
        stays: [
          ended(two, '2027-12-31'),
          ended(rehired(ended(two, '2026-12-31'), '2027-02-01'), '2027-03-01'),
        ],
        outdated: [
          two,
          ended(two, '2028-01-01'),
          rehired(ended(two, '2026-12-31'), '2027-02-01'),
          rehired(ended(two, '2026-12-31'), '2028-02-01'),
        ],
      },
    ],
  ]
  for (const [name, intent, day, before, after] of cases)
    it(name, () => {
      const is = (timeline: Timeline) => outdated(intent, day, { timeline: before }, { timeline })
      expect(is(before)).to.equal(false)
      expect(after.stays.map(is)).to.deep.equal(after.stays.map(() => false))
      expect(after.outdated.map(is)).to.deep.equal(after.outdated.map(() => true))
    })

  it('of why an employment ends: that, if the request says it', () => {
    const before = { timeline: ended(two, '2026-12-31', 'voluntary') }
    const other = { timeline: ended(before.timeline, '2026-12-31', 'dismissed') }
    const move: Proposed = { change: 'terminate', lastDay: '2027-01-31' }
    expect(outdated(move, '2027-01-31', before, other)).to.equal(false)
    expect(outdated({ ...move, type: 'mutual' }, '2027-01-31', before, other)).to.equal(true)
  })

  it('of pay: the row that applies on its day, or the row that is removed and the one before it', () => {
    const row = (id: string, valid_from: Day, amount: number): PayRow => ({
      ...{ id, valid_from, amount, currency: 'EUR', period: 'year', note: null },
      created_at: '2026-01-01T00:00:00.000Z',
    })
    const pay = [row('p2', '2026-01-01', 200), row('p1', '2025-01-01', 100)]
    const paid = (rows: PayRow[], timeline = two): History => ({ timeline, pay: rows })
    const { id: _, valid_from, created_at: __, ...terms } = row('p3', '2026-07-01', 300)
    const add: Proposed = { change: 'pay_add', effective_date: valid_from, ...terms }
    const adding = (after: History) => outdated(add, '2026-07-01', paid(pay), after)
    expect(adding(paid([...pay, row('p0', '2025-06-01', 50)]))).to.equal(false)
    expect(adding(paid([...pay, row('p4', '2026-06-01', 300)]))).to.equal(true)
    expect(adding(paid([...pay, row('p4', '2026-07-01', 300)]))).to.equal(true)
    expect(adding(paid([]))).to.equal(true)
    expect(adding({ timeline: corrected(two, 'a', { title: 'Chief' }) })).to.equal(false)
    expect(adding({ timeline: ended(two, '2026-07-01') })).to.equal(false)
    expect(adding({ timeline: ended(two, '2026-06-30') })).to.equal(true)
    const remove: Proposed = { change: 'pay_remove', payId: 'p2' }
    const removing = (after: History) => outdated(remove, '2026-01-01', paid(pay), after)
    expect(removing(paid([row('p3', '2026-02-01', 300), ...pay]))).to.equal(false)
    expect(removing({ timeline: ended(two, '2026-06-30') })).to.equal(false)
    expect(removing(paid([row('p1', '2025-01-01', 100)]))).to.equal(true)
    expect(removing(paid([row('p2', '2026-01-01', 200)])), 'another row applies again').to.equal(false)
  })

  it('of a request of long ago, which kept the whole row and named the manager who stays', () => {
    const [row] = hired.rows
    const basis = { row: { ...row!.terms, id: 'a', valid_from: '2025-01-01' } }
    const input = {
      effectiveDate: '2027-01-01',
      reason: 'change',
      patch: { title: 'Author', manager_id: 'm' },
    }
    const intent = fromStored('change_job', { row_id: null, input }, basis)
    expect(intent).to.deep.equal({ ...title, keepsManager: true })
    const waiting = { intent, effectiveDate: '2027-01-01' as const, basis }
    expect(isOutdated(waiting, { timeline: corrected(two, 'b', { manager_id: 'n' }) })).to.equal(false)
    expect(isOutdated(waiting, { timeline: corrected(two, 'a', { title: 'Chief' }) })).to.equal(true)
    const end = { row_id: null, input: { lastDay: '2026-12-31', type: 'mutual' } }
    const ends = fromStored('terminate', end, {})
    const then = { employment: { id: 'e1', start_date: '2025-01-01', last_day: null } }
    const last = { intent: ends, effectiveDate: '2026-12-31' as const, basis: then }
    expect(isOutdated(last, { timeline: two })).to.equal(false)
    expect(isOutdated(last, { timeline: ended(two, '2026-11-30') })).to.equal(true)
  })

  it('comes back from the database as it was stored', () => {
    for (const intent of [title, correction, moving, leaving, coming] as Proposed[]) {
      const stored = JSON.parse(JSON.stringify(toStored(intent)))
      const back = fromStored(intent.change as 'terminate', stored, basisOf(intent, { timeline: two }))
      expect(isSameIntent(back, intent), intent.change).to.equal(true)
      const day = '2029-01-01'
      const other = { ...intent, effectiveDate: day, lastDay: day, startDate: day, jobId: 'x' }
      expect(isSameIntent(back, other as unknown as Proposed)).to.equal(false)
    }
    const removal: Proposed = { change: 'pay_remove', payId: 'p1' }
    expect(fromStored('pay_remove', toStored(removal), {})).to.deep.equal(removal)
  })
})
