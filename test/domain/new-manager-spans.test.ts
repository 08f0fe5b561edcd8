import { expect } from 'chai'
import { addDays, covers, type Day } from '../../src/domain/day.ts'
import { termNames, type JobRow, type Timeline } from '../../src/domain/employment.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'
import { newManagerSpans } from '../../src/domain/new-manager-spans.ts'
import { workMs } from '../support/longest-work.ts'

describe('lines that a change of a job history draws', () => {
  const places = { unit_id: null, location_id: null, legal_entity_id: null }
  const timeline = (start: Day, parts: readonly [days: number, manager: string | null][]): Timeline => {
    const rows: JobRow[] = []
    let from = start
    for (const [days, manager] of parts) {
      const to = addDays(from, days - 1)
      const terms = { ...usualTerms, ...places, title: 'Editor', manager_id: manager }
      rows.push({
        id: String(rows.length),
        employmentId: 'e',
        validFrom: from,
        validTo: to,
        reason: 'change',
        own: termNames,
        terms,
      })
      from = addDays(to, 1)
    }
    return { employments: [], rows }
  }
  const managerOn = ({ rows }: Timeline, day: Day) =>
    rows.find(({ validFrom: from, validTo: to }) => covers({ from, to }, day))?.terms.manager_id ?? null

  it('are the days with another manager than before, whatever the rows are', () => {
    const managers = [null, 'a', 'b']
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let run = 0; run < 300; run++) {
      const some = () =>
        timeline(
          addDays('2026-01-01', random(5)),
          Array.from({ length: random(7) }, () => [1 + random(4), managers[random(3)]!]),
        )
      const [before, after] = [some(), some()]
      const lines = newManagerSpans('p', before, after)
      for (let day = addDays('2026-01-01', -1), i = 0; i < 40; i++, day = addDays(day, 1)) {
        const manager = managerOn(after, day)
        const expected = manager !== managerOn(before, day) ? manager : null
        expect(lines.find((line) => covers(line, day))?.managerId ?? null, `${run} ${day}`).to.equal(expected)
      }
    }
  })

  it('are one line where rows with the same manager follow each other', () => {
    const before = timeline('2026-01-01', [
      [5, null],
      [5, null],
    ])
    const after = timeline('2026-01-01', [
      [5, 'a'],
      [5, 'a'],
    ])
    expect(newManagerSpans('p', before, after)).to.deep.equal([
      { personId: 'p', managerId: 'a', from: '2026-01-01', to: '2026-01-10' },
    ])
  })

  it('take a moment to find in a history of thousands of rows', () => {
    const rows = Array.from({ length: 5000 }, (_, i): [number, string] => [1, i % 2 === 0 ? 'a' : 'b'])
    const before = timeline('2000-01-01', rows)
    const after = timeline('2000-01-01', [...rows, [1, 'c']])
    expect(workMs(() => expect(newManagerSpans('p', before, after)).to.have.length(1))).to.be.below(500)
  })
})
