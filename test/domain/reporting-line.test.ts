import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Day } from '../../src/domain/day.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import { idsBelow, isAbove } from '../../src/queries/org/reporting-line.ts'
import { lifeOf, storeLives, type Stay } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

/** A person's manager from one day to another, both included; `to` null = open. */
interface ManagerSpan {
  personId: string
  managerId: string | null
  from: Day
  to: Day | null
}

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
    await fc.assert(
      fc.asyncProperty(companies, someDays, async (spans, days) => {
        // The database refuses a person as their own manager, but accepts longer loops.
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
              const below = people.filter(
                (person) => graph.has(manager) && stepsUp(graph, person).includes(manager),
              )
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
      // The time limit also ends the search for a smaller example, in which each attempt may wait for a deadline.
      { numRuns: 40, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true },
    )
  })
})
