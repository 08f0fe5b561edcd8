import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { withOrganization } from '../../src/db/transaction.ts'
import { findCycle } from '../../src/domain/reporting-line.ts'
import type { ManagerSpan } from '../../src/domain/reporting-line.ts'
import { idsBelow, isAbove } from '../../src/queries/org/reporting-line.ts'
import { lifeOf, storeLives, type Stay } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

const span = (
  personId: string,
  managerId: string | null,
  from: string,
  to: string | null = null,
): ManagerSpan => ({ personId, managerId, from, to })

const team = [
  span('ada', null, '2020-01-01'),
  span('ben', 'ada', '2021-01-01'),
  span('cleo', 'ben', '2022-01-01', '2023-12-31'),
  span('cleo', 'ada', '2024-01-01'),
]

describe('the reporting line', () => {
  it('lets a manager move under a person who does not report to them', () => {
    expect(findCycle(team, span('ben', 'cleo', '2024-01-01'))).to.equal(null)
  })

  it('never lets people manage themselves', () => {
    expect(findCycle([], span('ada', 'ada', '2024-05-01'))).to.deep.equal({
      at: '2024-05-01',
      path: ['ada', 'ada'],
    })
  })

  it('names the first day and the whole loop when a manager would move below their own report', () => {
    expect(findCycle(team, span('ada', 'cleo', '2023-12-31'))).to.deep.equal({
      at: '2023-12-31',
      path: ['ada', 'cleo', 'ben', 'ada'],
    })
  })

  it('finds a loop that only a change scheduled for later would close', () => {
    const scheduled = [span('ben', null, '2024-01-01', '2024-06-30'), span('ben', 'cleo', '2024-07-01')]
    expect(findCycle(scheduled, span('cleo', 'ben', '2024-01-01'))).to.deep.equal({
      at: '2024-07-01',
      path: ['cleo', 'ben', 'cleo'],
    })
    expect(findCycle(scheduled, span('cleo', 'ben', '2024-01-01', '2024-06-30'))).to.equal(null)
  })

  it('finds a loop through a manager who has not started yet', () => {
    const future = [span('dan', 'cleo', '2025-03-01')]
    expect(findCycle(future, span('cleo', 'dan', '2024-01-01'))?.at).to.equal('2025-03-01')
  })

  it('lets manager and report change places in two steps, the report going first', () => {
    expect(findCycle(team, span('ada', 'ben', '2024-01-01'))?.path).to.deep.equal(['ada', 'ben', 'ada'])
    const benOnTop = [span('ada', null, '2020-01-01'), span('ben', null, '2024-01-01')]
    expect(findCycle(team, benOnTop[1]!)).to.equal(null)
    expect(findCycle(benOnTop, span('ada', 'ben', '2024-01-01'))).to.equal(null)
  })

  it('judges the proposal instead of the spans it replaces', () => {
    const loop = [span('ada', 'ben', '2020-01-01'), span('ben', 'ada', '2020-01-01')]
    expect(findCycle(loop, span('ada', null, '2024-01-01'))).to.equal(null)
    expect(findCycle(loop, span('ada', 'cleo', '2024-01-01'))).to.equal(null)
  })

  it('ends on damaged data that already hold a loop', () => {
    const loop = [span('a', 'b', '2020-01-01'), span('b', 'c', '2020-01-01'), span('c', 'b', '2020-01-01')]
    expect(findCycle(loop, span('d', 'a', '2024-01-01'))).to.equal(null)
  })

  it('stops at the end of the calendar', () => {
    expect(findCycle([span('b', 'c', '2024-01-01', '9999-12-31')], span('a', 'b', '2024-01-01'))).to.equal(
      null,
    )
  })

  it('takes a chain of 100,000 people without running out of stack', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      span(`p${index}`, `p${index + 1}`, '2024-01-01'),
    )
    expect(findCycle(chain, span('p100000', 'p0', '2024-01-01'))?.path).to.have.length(100_002)
  })
})

const window = Array.from({ length: 18 }, (_, index) =>
  new Date(Date.UTC(2024, 1, 22 + index)).toISOString().slice(0, 10),
)
const people = ['a', 'b', 'c', 'd', 'e']
const managers = fc.option(fc.constantFrom(...people), { nil: null, freq: 4 })

/** Up to three periods one after the other, days apart or adjacent; the last may stay open. */
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

const proposals = fc
  .record({
    personId: fc.constantFrom(...people),
    managerId: managers,
    first: fc.nat(9),
    days: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  })
  .map(({ personId, managerId, first, days }) =>
    span(personId, managerId, window[first]!, days === null ? null : window[first + days - 1]!),
  )

const holdsOn = (each: ManagerSpan, day: string): boolean =>
  each.from <= day && (each.to === null || each.to >= day)

/** Everyone's manager on one day, the proposal written over what was there. */
const graphOn = (spans: ManagerSpan[], day: string, proposed?: ManagerSpan): Map<string, string | null> => {
  const graph = new Map(
    spans.filter((each) => holdsOn(each, day)).map((each) => [each.personId, each.managerId]),
  )
  if (proposed && holdsOn(proposed, day)) graph.set(proposed.personId, proposed.managerId)
  return graph
}

/** The steps up from a person, cut after more steps than there are people. */
const stepsUp = (graph: Map<string, string | null>, personId: string): string[] => {
  const steps: string[] = []
  for (let at = graph.get(personId); at && steps.length <= people.length; at = graph.get(at)) steps.push(at)
  return steps
}

describe('the reporting line against the graph of every single day', () => {
  it('findCycle answers the first day on which the proposal stands in a loop, and that loop', () => {
    fc.assert(
      fc.property(companies, proposals, (spans, proposed) => {
        const looping = window.find(
          (day) =>
            holdsOn(proposed, day) &&
            stepsUp(graphOn(spans, day, proposed), proposed.personId).includes(proposed.personId),
        )
        const found = findCycle(spans, proposed)
        expect(found?.at).to.equal(looping)
        if (!found) return
        const steps = stepsUp(graphOn(spans, found.at, proposed), proposed.personId)
        expect(found.path).to.deep.equal([
          proposed.personId,
          ...steps.slice(0, steps.indexOf(proposed.personId) + 1),
        ])
      }),
      { numRuns: 2_000 },
    )
  })

  it('a company that accepts only what findCycle lets pass never has a loop on any day', () => {
    fc.assert(
      fc.property(fc.array(proposals, { maxLength: 12 }), (changes) => {
        const days = new Map<string, Map<string, string | null>>(window.map((day) => [day, new Map()]))
        for (const change of changes) {
          const spans = window.flatMap((day) =>
            [...days.get(day)!].map(([person, manager]) => span(person, manager, day, day)),
          )
          if (findCycle(spans, change)) continue
          for (const day of window)
            if (holdsOn(change, day)) days.get(day)!.set(change.personId, change.managerId)
        }
        for (const [day, graph] of days)
          for (const person of people) {
            expect(stepsUp(graph, person), `${person} on ${day}`).not.to.include(person)
          }
      }),
    )
  })
})

describe('the reporting line in SQL against the graph of every single day', () => {
  const server = useServer({})

  it('idsBelow and isAbove find those from whom a walk up meets the manager, in a loop too', async () => {
    const company = await server.company()
    const someDays = fc.subarray(window, { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(companies, someDays, async (spans, days) => {
        // The database refuses whoever is their own manager; every longer loop it takes.
        const line = spans.filter(({ personId, managerId }) => personId !== managerId)
        const ids = new Map(people.map((person) => [person, randomUUIDv7()]))
        const id = (person: string): string => ids.get(person)!
        const staysOf = (person: string): Stay[] =>
          line
            .filter(({ personId }) => personId === person)
            .map(({ managerId, from, to }) => ({ from, to, manager_id: managerId && id(managerId) }))
        await storeLives(
          server,
          company.id,
          people.map((person) => lifeOf(id(person), staysOf(person))),
        )

        const { pool } = server.running.runtime
        await withOrganization(pool, company.id, { mode: 'read' }, async (db) => {
          for (const day of days) {
            const graph = graphOn(line, day)
            for (const manager of people) {
              const below = people.filter((person) => stepsUp(graph, person).includes(manager))
              const [found, above] = await Promise.all([
                idsBelow(db, id(manager), day),
                Promise.all(people.map((person) => isAbove(db, id(manager), id(person), day))),
              ])
              expect([...found], `below ${manager} on ${day}`).to.have.members(below.map(id))
              expect(
                people.filter((_, at) => above[at]),
                `with ${manager} above them on ${day}`,
              ).to.deep.equal(below)
            }
          }
        })
      }),
      // The limit ends the search for a smaller example, too, where each try waits for the database's deadline.
      { numRuns: 40, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true },
    )
  })
})
