import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, type Day } from '../../src/domain/day.ts'
import type { JobRow, Timeline } from '../../src/domain/employment.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'
import { newManagerSpans } from '../../src/domain/new-manager-spans.ts'
import { findCycles, type ManagerSpan } from '../../src/domain/reporting-line.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import { idsBelow, isAbove } from '../../src/queries/org/reporting-line.ts'
import { lifeOf, storeLives, type Stay } from '../support/lives.ts'
import { atOnce } from '../support/at-once.ts'
import { useServer } from '../support/server.ts'
import { leastWorkMs, workMs } from '../support/longest-work.ts'

const span = (personId: string, managerId: string | null, from: Day, to: Day | null = null): ManagerSpan => ({
  personId,
  managerId,
  from,
  to,
})

const window: Day[] = Array.from(
  { length: 18 },
  (_, index) => new Date(Date.UTC(2024, 1, 22 + index)).toISOString().slice(0, 10) as Day,
)
const people = ['a', 'b', 'c', 'd', 'e']
const managers = fc.option(fc.constantFrom(...people), { nil: null, freq: 4 })

/** Up to three spans one after the other, with or without days between them. The last may be open. */
const lineOf = (personId: string): fc.Arbitrary<ManagerSpan[]> =>
  fc
    .record({
      open: fc.boolean(),
      periods: fc.array(
        fc.record({ managerId: managers, wait: fc.nat(2), days: fc.integer({ min: 1, max: 4 }) }),
        { maxLength: 3 },
      ),
    })
    .map(({ open, periods }) => {
      let next = 0
      return periods.map(({ managerId, wait, days }, index) => {
        const first = next + wait
        next = first + days
        const endless = open && index === periods.length - 1
        return span(personId, managerId, window[first]!, endless ? null : window[next - 1]!)
      })
    })

const companies = fc
  .tuple(...people.map(lineOf))
  .chain((lines) => fc.shuffledSubarray(lines.flat(), { minLength: lines.flat().length }))

const holdsOn = (each: ManagerSpan, day: string): boolean =>
  each.from <= day && (each.to === null || each.to >= day)

/** Everyone's manager on one day. */
const graphOn = (spans: ManagerSpan[], day: string): Map<string, string | null> =>
  new Map(spans.filter((each) => holdsOn(each, day)).map((each) => [each.personId, each.managerId]))

/** The managers above a person. In a loop, the walk stops after more steps than there are people. */
const stepsUp = (graph: Map<string, string | null>, personId: string): string[] => {
  const steps: string[] = []
  for (let at = graph.get(personId); at && steps.length <= people.length; at = graph.get(at)) steps.push(at)
  return steps
}

describe('the reporting line in SQL compared with the graph of every day', () => {
  const server = useServer({})

  it('idsBelow and isAbove find those from whom a walk up reaches a manager who is there that day, in a loop, too', async () => {
    const company = await server.company()
    const someDays = fc.subarray(window, { minLength: 4, maxLength: 4 })
    // All of them are written at once: to write takes longer than to compare.
    const cases = fc.sample(fc.tuple(companies, someDays), 40).map(([spans, days]) => {
      const ids = new Map(people.map((person) => [person, randomUUIDv7()]))
      // The database refuses a person as their own manager, but accepts longer loops.
      const line = spans.filter(({ personId, managerId }) => personId !== managerId)
      return { line, days, id: (person: string): string => ids.get(person)! }
    })
    const lives = cases.flatMap(({ line, id }) =>
      people.map((person) => {
        const own = line.filter(({ personId }) => personId === person)
        return lifeOf(
          id(person),
          own.map(({ managerId, from, to }): Stay => ({ from, to, manager_id: managerId && id(managerId) })),
        )
      }),
    )
    await storeLives(server, company.id, lives)

    const { pool } = server.running.runtime
    for (const { line, days, id } of cases)
      await withOrganization(pool, company.id, { mode: 'read' }, async (db) => {
        for (const day of days) {
          const graph = graphOn(line, day)
          const answers = await Promise.all(
            people.map(async (manager) => [
              await idsBelow(db, id(manager), day),
              await Promise.all(people.map((person) => isAbove(db, id(manager), id(person), day))),
            ]),
          )
          const found = answers.map(([below, above]) => ({
            below: people.filter((person) => (below as Set<string>).has(id(person))),
            above: people.filter((_, at) => (above as boolean[])[at]),
            others: (below as Set<string>).size,
          }))
          const expected = people.map((manager) => {
            const below = people.filter(
              (person) => graph.has(manager) && stepsUp(graph, person).includes(manager),
            )
            return { below, above: below, others: below.length }
          })
          expect(found, `on ${day}: ${JSON.stringify(line)}`).to.deep.equal(expected)
        }
      })
  })
})

const findCycle = (spans: ManagerSpan[], proposed: ManagerSpan) =>
  atOnce(findCycles(spans, [proposed])).get(proposed.personId) ?? null

describe('findCycle compared with the graph of every day', () => {
  const proposals = fc
    .record({
      managerId: fc.constantFrom(...people),
      from: fc.nat(window.length - 1),
      days: fc.nat(8),
      open: fc.boolean(),
    })
    .map(({ managerId, from, days, open }) =>
      span('a', managerId, window[from]!, open ? null : addDays(window[from]!, days)),
    )

  it('names the first day on which the proposal puts the person above themselves, and the way up', () => {
    const found = { loop: 0, none: 0 }
    fc.assert(
      fc.property(companies, proposals, (spans, proposed) => {
        const first = window.find((day) => {
          if (!holdsOn(proposed, day)) return false
          const graph = graphOn(spans, day).set('a', proposed.managerId)
          return stepsUp(graph, 'a').includes('a')
        })
        const cycle = findCycle(spans, proposed)
        found[cycle ? 'loop' : 'none'] += 1
        expect(cycle?.at).to.equal(first)
        if (!cycle) return
        const graph = graphOn(spans, cycle.at).set('a', proposed.managerId)
        const steps = stepsUp(graph, 'a')
        expect(cycle.path).to.deep.equal(['a', ...steps.slice(0, steps.indexOf('a') + 1)])
      }),
      { numRuns: 3000 },
    )
    expect(Math.min(found.loop, found.none), 'both must be met').to.be.greaterThan(300)
  })
})

describe('findCycle below many people who change managers', () => {
  it('takes a moment', () => {
    const spans = Array.from({ length: 1000 }, (_, level) => {
      const name = (side: number, at: number) => `${side} ${at}`
      const changed = addDays('2027-01-01', level)
      return [0, 1].flatMap((side) => [
        span(name(side, level), name(side, level + 1), '2026-01-01', addDays(changed, -1)),
        span(name(side, level), name(1 - side, level + 1), changed),
      ])
    }).flat()
    const ms = workMs(() => {
      expect(findCycle(spans, span('a', '0 0', '2026-11-22'))).to.equal(null)
      expect(
        findCycle([...spans, span('0 1000', 'a', '2027-02-01')], span('a', '0 0', '2026-11-22')),
      ).to.include({ at: '2027-02-01' })
    })
    expect(ms).to.be.below(2000)
  })
})

describe('the cycles of many proposals at once', () => {
  it('are told by the first one of each person', () => {
    const spans = [span('b', 'a', '2020-01-01'), span('c', 'b', '2020-01-01')]
    const twice = [span('a', 'b', '2026-01-01', '2026-01-31'), span('a', 'c', '2026-03-01')]
    expect([...atOnce(findCycles(spans, twice))]).to.deep.equal([
      ['a', { at: '2026-01-01', path: ['a', 'b', 'a'] }],
    ])
  })

  it('are those that each proposal makes among all of them', () => {
    let loops = 0
    fc.assert(
      fc.property(companies, (spans) => {
        const together = atOnce(findCycles(spans, spans))
        const isInLoop = (person: string, day: string) =>
          stepsUp(graphOn(spans, day), person).includes(person)
        const looping = people.flatMap((person) => {
          // Those of a person come in any order.
          const days = spans
            .filter((each) => each.personId === person)
            .map((each) => window.find((day) => holdsOn(each, day) && isInLoop(person, day)))
          const first = days.find((day) => day !== undefined)
          return first === undefined ? [] : [[person, first] as const]
        })
        loops += looping.length
        const found = [...together].map(([person, { at }]) => [person, at] as const)
        expect(found.toSorted()).to.deep.equal(looping)
        for (const [person, { at, path }] of together) {
          const steps = stepsUp(graphOn(spans, at), person)
          expect(path).to.deep.equal([person, ...steps.slice(0, steps.indexOf(person) + 1)])
        }
      }),
      { numRuns: 2000 },
    )
    expect(loops).to.be.greaterThan(300)
  })

  it('are found in one climb, however long the line above them is', () => {
    const chain = Array.from({ length: 3000 }, (_, n) =>
      span(`${n}`, n === 0 ? null : `${n - 1}`, '2020-01-01'),
    )
    const proposals = Array.from({ length: 250 }, (_, n) => span(`new ${n}`, `${2999 - n}`, '2026-01-01'))
    const spans = [...chain, ...proposals]
    const milliseconds = leastWorkMs(() => atOnce(findCycles(spans, proposals)))
    expect(milliseconds, 'of processor time').to.be.below(150)
  })

  it('are found in one climb, also where all of them lead into a loop of others', () => {
    const loop = Array.from({ length: 6000 }, (_, n) => span(`${n}`, `${(n + 1) % 6000}`, '2020-01-01'))
    const proposals = Array.from({ length: 250 }, (_, n) =>
      span(`new ${n}`, n % 2 === 0 ? `${n}` : `new ${n - 1}`, '2026-01-01'),
    )
    const spans = [...loop, ...proposals]
    const milliseconds = leastWorkMs(() => expect(atOnce(findCycles(spans, proposals)).size).to.equal(0))
    expect(milliseconds, 'of processor time').to.be.below(150)
  })

  it('take a step for each span, on whatever days they are, also below a line into a loop of others', () => {
    /** It yields after so many steps at most: each round of a generator is some of them. */
    const rounds = (spans: ManagerSpan[], proposals: ManagerSpan[]) => {
      const work = findCycles(spans, proposals)
      let count = 0
      for (let next = work.next(); !next.done; next = work.next()) count++
      return count
    }
    const line = Array.from({ length: 6000 }, (_, n) =>
      span(`${n}`, `${n < 5999 ? n + 1 : 5900}`, '2020-01-01'),
    )
    const below = (dayOf: (n: number) => [Day, Day | null]) => {
      const proposals = Array.from({ length: 250 }, (_, n) => span(`new ${n}`, '0', ...dayOf(n)))
      return rounds([...line, ...proposals], proposals)
    }
    const together = below(() => ['2026-01-01', null])
    expect(together).to.be.below(1250)
    expect(
      below((n) => [addDays('2026-12-31', -n), null]),
      'each a day earlier',
    ).to.equal(together)
    const single = (n: number): Day => addDays('2026-12-31', -2 * n)
    expect(
      below((n) => [single(n), single(n)]),
      'each for one day',
    ).to.equal(together)
  })
})

describe('newLines compared with the managers of every day', () => {
  const none = { unit_id: null, location_id: null, legal_entity_id: null }
  const timelineOf = (spans: ManagerSpan[]): Timeline => ({
    employments: [],
    rows: spans.map(({ managerId, from, to }, index): JobRow => ({
      id: `r${index}`,
      employmentId: 'e',
      validFrom: from,
      validTo: to,
      reason: 'change',
      own: [],
      terms: { ...usualTerms, ...none, title: 'Cook', manager_id: managerId },
    })),
  })

  it('are the days on which the manager is another one than before', () => {
    fc.assert(
      fc.property(lineOf('a'), lineOf('a'), (before, after) => {
        const lines = newManagerSpans('a', timelineOf(before), timelineOf(after))
        for (const day of [...window, addDays(window.at(-1)!, 100)]) {
          const [was, is] = [before, after].map((spans) => graphOn(spans, day).get('a') ?? null)
          const found = lines.filter((line) => holdsOn(line, day)).map(({ managerId }) => managerId)
          expect(found, day).to.deep.equal(is !== null && is !== was ? [is] : [])
        }
      }),
      { numRuns: 1000 },
    )
  })
})
