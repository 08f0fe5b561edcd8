import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, type Day } from '../../src/domain/day.ts'
import {
  checkTimeline,
  employmentOn,
  nextRow,
  originalStartDate,
  rowOn,
  statusOn,
} from '../support/timeline.ts'
import { storeLives, type Life } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

/** The SQL of the directory and the rules of test/support/timeline.ts must give the same answers for every day. */

const start = '2026-01-01'

/** The lengths of job rows and of the gaps between employments, in days. The last row may be open. */
const lives = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 6 }),
    rows: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
)

function live(shape: { gap: number; rows: number[] }[], open: boolean): Life {
  let day: Day = start
  const employments: { id: string; startDate: Day; lastDay: Day | null }[] = []
  const rows: { id: string; employmentId: string; validFrom: Day; validTo: Day | null; title: string }[] = []
  shape.forEach(({ gap, rows: lengths }, at) => {
    day = addDays(day, gap)
    const employment = { id: randomUUIDv7(), startDate: day, lastDay: null as Day | null }
    for (const length of lengths) {
      rows.push({
        id: randomUUIDv7(),
        employmentId: employment.id,
        validFrom: day,
        validTo: addDays(day, length - 1),
        title: `Row ${rows.length}`,
      })
      day = addDays(day, length)
    }
    employment.lastDay = addDays(day, -1)
    employments.push(employment)
    if (open && at === shape.length - 1) {
      employment.lastDay = null
      rows.at(-1)!.validTo = null
    }
  })
  return { personId: randomUUIDv7(), timeline: { employments, rows } }
}

describe('the directory and the employment rules agree', () => {
  const server = useServer({})

  it('on every day of random lives: status, job, next job, start and end', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const people = fc
      .sample(fc.tuple(lives, fc.boolean()), { numRuns: 60, seed: 20261121 })
      .map(([shape, open]) => live(shape, open))
    for (const { timeline } of people) expect(checkTimeline(timeline)).to.deep.equal([])
    await storeLives(server, company.id, people)

    for (let day = addDays(start, -2); day < addDays(start, 60); day = addDays(day, 3)) {
      const listed = await owner.call('org_people_list', { as_of: day, status: 'all' })
      const byId = new Map(listed.people.map((person) => [person.id, person]))
      expect(listed.total).to.equal(people.length)
      for (const { personId, timeline } of people) {
        const person = byId.get(personId)!
        const employment = employmentOn(timeline, day)
        expect(
          [
            person.status,
            person.job?.id ?? null,
            person.next_job?.id ?? null,
            person.start_date,
            person.end_date,
            person.original_start_date,
          ],
          `${day} ${JSON.stringify(timeline)}`,
        ).to.deep.equal([
          statusOn(timeline, day),
          rowOn(timeline, day)?.id ?? null,
          nextRow(timeline, day)?.id ?? null,
          employment.startDate,
          employment.lastDay,
          originalStartDate(timeline),
        ])
      }
    }
  })

  it('and the database itself refuses rows that overlap, a second open row, and a last day before the first', async () => {
    const company = await server.company()
    const { id, employmentId } = await company.person({ start_date: start })
    const insert = (from: string, to: string | null) =>
      server.db.query(
        `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, employment_type, fte, reason, contract_type, search_text)
         values ($1, $2, $3, $4, $5, $6, 'Second', 'full_time', 1, 'change', 'permanent', 'second')`,
        [company.id, randomUUIDv7(), id, employmentId, from, to],
      )
    for (const [from, to] of [
      ['2025-12-01', '2026-01-01'],
      ['2027-01-01', null],
      ['2020-01-02', '2020-01-01'],
    ] as const)
      expect(
        await insert(from, to).then(
          () => 'kept',
          (error: { code: string }) => error.code,
        ),
        from,
      ).to.match(/^23(P01|505|514)$/)
  })
})
