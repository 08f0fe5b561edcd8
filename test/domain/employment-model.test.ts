import { expect } from 'chai'
import fc from 'fast-check'
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
import type { Day } from '../../src/domain/day.ts'

const dayAt = (index: number): Day =>
  new Date(Date.UTC(2024, 1, 20 + index)).toISOString().slice(0, 10) as Day
/** Days that include every generated timeline, with more days before and after. An open end reaches the last one. */
const window = Array.from({ length: 80 }, (_, index) => dayAt(index))

/** Up to three employments with up to three rows each, with or without days between them. The last may be open. */
const timelines: fc.Arbitrary<Timeline> = fc
  .record({
    open: fc.boolean(),
    stays: fc.array(
      fc.record({
        wait: fc.nat(3),
        rowDays: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ open, stays }) => {
    let next = 15
    const employments: Employment[] = []
    const rows: JobRow[] = []
    stays.forEach(({ wait, rowDays }, index) => {
      next += wait
      const id = `e${index}`
      const startDate = dayAt(next)
      for (const days of rowDays) {
        const validFrom = dayAt(next)
        const validTo = dayAt(next + days - 1)
        rows.push({ id: `r${rows.length}`, employmentId: id, validFrom, validTo })
        next += days
      }
      employments.push({ id, startDate, lastDay: dayAt(next - 1) })
    })
    if (open) {
      employments.at(-1)!.lastDay = null
      rows.at(-1)!.validTo = null
    }
    return { employments, rows }
  })

/** A calendar: for each day of the window, the ids of all spans that include the day. */
const paint = (spans: { id: string; from: string; to: string | null }[]): string[][] =>
  window.map((day) =>
    spans.filter(({ from, to }) => from <= day && day <= (to ?? window.at(-1)!)).map(({ id }) => id),
  )

const paintEmployments = (timeline: Timeline): string[][] =>
  paint(timeline.employments.map((each) => ({ id: each.id, from: each.startDate, to: each.lastDay })))

const paintRows = (timeline: Timeline, employmentId?: string): string[][] =>
  paint(
    timeline.rows
      .filter((each) => employmentId === undefined || each.employmentId === employmentId)
      .map((each) => ({ id: each.id, from: each.validFrom, to: each.validTo })),
  )

/** Changes one date of an employment or row by up to three days; null removes the end. */
const edits = fc.record({
  edge: fc.constantFrom('startDate', 'lastDay', 'validFrom', 'validTo'),
  at: fc.nat(),
  shift: fc.option(fc.integer({ min: -3, max: 3 }), { nil: null, freq: 6 }),
})

const editedTimelines = fc.tuple(timelines, fc.array(edits, { maxLength: 3 })).map(([timeline, changes]) => {
  const copy = structuredClone(timeline)
  for (const { edge, at, shift } of changes) {
    const list = edge === 'startDate' || edge === 'lastDay' ? copy.employments : copy.rows
    const target = list[at % list.length] as Record<string, unknown>
    const known = window.indexOf(String(target[edge]) as Day)
    if (shift !== null) target[edge] = dayAt((known === -1 ? 65 : known) + shift)
    else if (edge === 'lastDay' || edge === 'validTo') target[edge] = null
  }
  return copy
})

const inOrder = (days: string[]): boolean =>
  days.every((day, index) => index === 0 || days[index - 1]! <= day)

/** Whether the timeline keeps the rules, checked with the calendar. */
const sound = (timeline: Timeline): boolean => {
  const { employments, rows } = timeline
  const employed = paintEmployments(timeline)
  const painted = new Set([...employed, ...paintRows(timeline)].flat())
  const tiled = (id: string): boolean =>
    paintRows(timeline, id).every((ids, index) => ids.length === (employed[index]!.includes(id) ? 1 : 0))
  return (
    employed.every((ids) => ids.length <= 1) &&
    [...employments, ...rows].every((each) => painted.has(each.id)) &&
    employments.every((each) => tiled(each.id)) &&
    rows.filter((each) => each.validTo === null).length <= 1 &&
    inOrder(employments.map((each) => each.startDate)) &&
    inOrder(rows.map((each) => each.validFrom))
  )
}

describe('the employment timeline compared with a calendar of every day', () => {
  it('agrees on status, employment, row and next row on every day', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const employed = paintEmployments(timeline).map((ids) => ids[0])
        const held = paintRows(timeline).map((ids) => ids[0])
        window.forEach((day, index) => {
          const later = employed.slice(index + 1).find((id) => id !== undefined)
          const expectedStatus = employed[index] ? 'active' : later ? 'pre_hire' : 'terminated'
          expect(statusOn(timeline, day), day).to.equal(expectedStatus)
          const latest = employed.findLast((id) => id !== undefined)
          expect(employmentOn(timeline, day).id, day).to.equal(employed[index] ?? later ?? latest)
          expect(rowOn(timeline, day)?.id, day).to.equal(held[index])
          const nextHeld = held.slice(index + 1).find((id) => id !== undefined && id !== held[index])
          expect(nextRow(timeline, day)?.id, day).to.equal(nextHeld)
        })
        expect(originalStartDate(timeline)).to.equal(window[employed.findIndex((id) => id !== undefined)])
      }),
      { numRuns: 300 },
    )
  })

  it('checkTimeline finds nothing exactly when every employed day has one row and no other day has any', () => {
    const verdicts = new Set<boolean>()
    const agrees = fc.property(editedTimelines, (timeline) => {
      const expected = sound(timeline)
      verdicts.add(expected)
      const problems = checkTimeline(timeline)
      expect(problems.length === 0, problems.join('; ')).to.equal(expected)
    })
    fc.assert(agrees, { numRuns: 1_500 })
    expect(verdicts, 'the changes must give correct and broken timelines').to.have.property('size', 2)
  })
})
