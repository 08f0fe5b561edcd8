import { expect } from 'chai'
import { hire, termNames, termsProblems, termsWarnings } from '../../src/domain/employment.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'
import type { Day } from '../../src/domain/day.ts'
import type { JobTerms } from '../../src/domain/employment.ts'
import {
  checkTimeline,
  employmentOn,
  nextRow,
  originalStartDate,
  rowOn,
  statusOn,
  type Employment,
  type JobRow,
  type Timeline,
} from '../support/timeline.ts'

type Titled = JobRow & { title: string }

const row = (id: string, employmentId: string, validFrom: Day, validTo: Day | null): Titled => ({
  id,
  employmentId,
  validFrom,
  validTo,
  title: `title of ${id}`,
})

/** Hired in 2020, promoted in 2021, left at the end of 2022, hired again in June 2024. */
const returner: Timeline<Titled> = {
  employments: [
    { id: 'first', startDate: '2020-01-01', lastDay: '2022-12-31' },
    { id: 'second', startDate: '2024-06-01', lastDay: null },
  ],
  rows: [
    row('junior', 'first', '2020-01-01', '2020-12-31'),
    row('senior', 'first', '2021-01-01', '2022-12-31'),
    row('lead', 'second', '2024-06-01', null),
  ],
}

describe('the employment timeline', () => {
  it('a person is pre_hire, then active through the last day, then terminated, or pre_hire before a rehire', () => {
    expect(statusOn(returner, '2019-12-31')).to.equal('pre_hire')
    expect(statusOn(returner, '2020-01-01')).to.equal('active')
    expect(statusOn(returner, '2022-12-31')).to.equal('active')
    expect(statusOn(returner, '2023-01-01')).to.equal('pre_hire')
    expect(statusOn({ ...returner, employments: returner.employments.slice(0, 1) }, '2023-01-01')).to.equal(
      'terminated',
    )
  })

  it('a row is in force on its first and last day, and none is in force between employments', () => {
    expect(rowOn(returner, '2020-12-31')?.title).to.equal('title of junior')
    expect(rowOn(returner, '2021-01-01')?.id).to.equal('senior')
    expect(rowOn(returner, '2023-06-01')).to.equal(null)
    expect(rowOn(returner, '2099-01-01')?.id).to.equal('lead')
  })

  it('the next row is the first that starts after the day, even in a later employment', () => {
    expect(nextRow(returner, '2019-01-01')?.id).to.equal('junior')
    expect(nextRow(returner, '2020-01-01')?.id).to.equal('senior')
    expect(nextRow(returner, '2021-01-01')?.id).to.equal('lead')
    expect(nextRow(returner, '2024-06-01')).to.equal(null)
  })

  it('a rehire does not move the original start date', () => {
    expect(originalStartDate(returner)).to.equal('2020-01-01')
    expect(employmentOn(returner, '2023-06-01').id).to.equal('second')
  })

  it('hire gives one open employment with one open row, and keeps the terms', () => {
    const none = { unit_id: null, manager_id: null, location_id: null, legal_entity_id: null }
    const terms = { ...usualTerms, ...none, title: 'Cook' }
    const timeline = hire(terms, '2024-02-29', { employmentId: 'e', rowId: 'r' })
    expect(timeline).to.deep.equal({
      employments: [{ id: 'e', startDate: '2024-02-29', lastDay: null, endType: null, endReason: null }],
      rows: [
        {
          id: 'r',
          employmentId: 'e',
          validFrom: '2024-02-29',
          validTo: null,
          reason: 'hire',
          own: termNames,
          terms,
        },
      ],
    })
    expect(checkTimeline(timeline)).to.deep.equal([])
  })

  it('no timeline is without an employment', () => {
    const nobody = { employments: [], rows: [] }
    expect(checkTimeline(nobody)).to.deep.equal(['there is no employment'])
    expect(() => employmentOn(nobody, '2024-01-01')).to.throw('at least one employment')
    expect(() => originalStartDate(nobody)).to.throw('at least one employment')
  })
})

describe('checkTimeline names each broken rule', () => {
  const [first, second] = returner.employments as [Employment, Employment]
  const [junior, senior, lead] = returner.rows as [Titled, Titled, Titled]
  const broken: [string, Timeline<Titled>, string[]][] = [
    [
      'a gap between rows',
      { ...returner, rows: [{ ...junior, validTo: '2020-12-30' }, senior, lead] },
      ['no row covers the days between row junior and row senior'],
    ],
    [
      'rows that overlap',
      { ...returner, rows: [{ ...junior, validTo: '2021-01-01' }, senior, lead] },
      ['row senior starts on 2021-01-01, before row junior has ended'],
    ],
    [
      'two rows from the same date',
      { ...returner, rows: [junior, senior, lead, { ...lead, id: 'twin' }] },
      ['row twin starts on 2024-06-01, before row lead has ended', 'rows lead, twin are all open-ended'],
    ],
    [
      'a first row that is late',
      { ...returner, rows: [{ ...junior, validFrom: '2020-01-02' }, senior, lead] },
      ['row junior starts on 2020-01-02, its employment on 2020-01-01'],
    ],
    [
      'a last row that goes on',
      { ...returner, rows: [junior, { ...senior, validTo: '2023-01-01' }, lead] },
      ['row senior ends on 2023-01-01, its employment on 2022-12-31'],
    ],
    [
      'a closed row in an open employment',
      { ...returner, rows: [junior, senior, { ...lead, validTo: '2030-01-01' }] },
      ['row lead ends on 2030-01-01, its employment on no day'],
    ],
    [
      'an employment without a row',
      { ...returner, rows: [junior, senior] },
      ['employment second has no row'],
    ],
    [
      'a row of nobody',
      { ...returner, rows: [junior, senior, { ...lead, employmentId: 'third' }] },
      ['row lead belongs to no employment', 'employment second has no row'],
    ],
    [
      'a row that ends before it starts',
      { ...returner, rows: [junior, senior, { ...lead, validTo: '2024-05-31' }] },
      [
        'row lead ends on 2024-05-31, before it starts on 2024-06-01',
        'row lead ends on 2024-05-31, its employment on no day',
      ],
    ],
    [
      'a rehire on the last day',
      {
        employments: [first, { ...second, startDate: '2022-12-31' }],
        rows: [junior, senior, { ...lead, validFrom: '2022-12-31' }],
      },
      ['employment second starts on 2022-12-31, before employment first has ended'],
    ],
    [
      'a rehire after an employment without an end',
      {
        employments: [{ ...first, lastDay: null }, second],
        rows: [junior, { ...senior, validTo: null }, lead],
      },
      [
        'employment second starts on 2024-06-01, before employment first has ended',
        'rows senior, lead are all open-ended',
      ],
    ],
    [
      'employments out of order',
      { ...returner, employments: [second, first] },
      ['employment first starts on 2020-01-01, before the one listed ahead of it'],
    ],
    [
      'rows out of order',
      { ...returner, rows: [senior, junior, lead] },
      ['row junior starts on 2020-01-01, before the one listed ahead of it'],
    ],
    [
      'the same row twice',
      { ...returner, rows: [junior, { ...senior, id: 'junior' }, lead] },
      ['row junior is listed twice'],
    ],
    [
      'two employments under one id',
      {
        employments: [first, { ...second, id: 'first' }],
        rows: [junior, senior],
      },
      [
        'employment first is listed twice',
        'row junior starts on 2020-01-01, its employment on 2024-06-01',
        'row senior ends on 2022-12-31, its employment on no day',
      ],
    ],
  ]
  for (const [story, timeline, problems] of broken) {
    it(story, () => expect(checkTimeline(timeline)).to.deep.equal(problems))
  }

  it('and finds nothing wrong in a correct timeline, nor in a rehire on the day after the last day', () => {
    expect(checkTimeline(returner)).to.deep.equal([])
    expect(
      checkTimeline({
        employments: [first, { ...second, startDate: '2023-01-01' }],
        rows: [junior, senior, { ...lead, validFrom: '2023-01-01' }],
      }),
    ).to.deep.equal([])
  })
})

describe('terms that contradict each other', () => {
  const terms = (dates: Partial<JobTerms>): JobTerms => ({
    title: 'Cook',
    unit_id: null,
    manager_id: null,
    location_id: null,
    legal_entity_id: null,
    employment_type: 'full_time',
    fte: 1,
    contract_type: 'permanent',
    contract_end_date: null,
    probation_end_date: null,
    weekly_hours: 40,
    notice_period_days: 30,
    ...dates,
  })

  it('a contract or a probation cannot end before the start date, but may end on it', () => {
    const early = {
      contract_type: 'fixed_term',
      contract_end_date: '2024-01-31',
      probation_end_date: '2024-01-30',
    } as const
    const problems = termsProblems(terms(early), '2024-02-01')
    expect(problems.map(({ name, params }) => `${params.field} ${name}`)).to.deep.equal([
      'contract_end_date before_start_date',
      'probation_end_date before_start_date',
    ])
    expect(problems[0]?.params.start_date).to.equal('2024-02-01')
    expect(termsProblems(terms(early), '2024-01-31').map(({ params }) => params.field)).to.deep.equal([
      'probation_end_date',
    ])
    expect(termsProblems(terms(early), '2024-01-30')).to.deep.equal([])
    expect(termsProblems(terms({}), '2024-01-30')).to.deep.equal([])
  })

  it('warns about an end date on a permanent contract, and about a fixed term without one', () => {
    expect(termsWarnings(terms({ contract_end_date: '2025-01-01' }), '2024-01-01')).to.have.length(1)
    expect(termsWarnings(terms({ contract_type: 'fixed_term' }), '2024-01-01')).to.have.length(1)
    expect(termsWarnings(terms({}), '2024-01-01')).to.deep.equal([])
    for (const contract_type of ['temporary', 'internship', 'freelance'] as const) {
      expect(termsWarnings(terms({ contract_type }), '2024-01-01')).to.deep.equal([])
      expect(
        termsWarnings(terms({ contract_type, contract_end_date: '2025-01-01' }), '2024-01-01'),
      ).to.deep.equal([])
    }
  })

  it('warns about a probation that ends after the contract, but not about one that ends with it', () => {
    const until = (probation_end_date: Day): JobTerms =>
      terms({ contract_type: 'fixed_term', contract_end_date: '2024-06-30', probation_end_date })
    expect(termsWarnings(until('2024-07-01'), '2024-01-01')).to.have.length(1)
    expect(termsWarnings(until('2024-06-30'), '2024-01-01')).to.deep.equal([])
  })

  it('warns about a full-time job with less than all of the hours', () => {
    const part = { employment_type: 'full_time', fte: 0.8 } as const
    expect(termsWarnings(terms(part), '2024-01-01')).to.deep.equal([
      { code: 'full_time_below_one', params: { fte: 0.8 } },
    ])
    expect(termsWarnings(terms({ ...part, employment_type: 'part_time' }), '2024-01-01')).to.deep.equal([])
    expect(termsWarnings(terms({ ...part, fte: 1 }), '2024-01-01')).to.deep.equal([])
  })

  it('does not warn about terms that are refused anyway', () => {
    expect(termsWarnings(terms({ contract_end_date: '2023-12-31' }), '2024-01-01')).to.deep.equal([])
  })
})
