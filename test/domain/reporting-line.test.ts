import { expect } from 'chai'
import fc from 'fast-check'
import { chainAbove, findCycle, peopleBelow } from '../../src/domain/reporting-line.ts'
import type { ManagerSpan } from '../../src/domain/reporting-line.ts'

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

  it('gives the managers above nearest first, on the day asked', () => {
    expect(chainAbove(team, 'cleo', '2023-12-31')).to.deep.equal(['ben', 'ada'])
    expect(chainAbove(team, 'cleo', '2024-01-01')).to.deep.equal(['ada'])
    expect(chainAbove(team, 'cleo', '2021-06-01')).to.deep.equal([])
  })

  it('gives everyone below, on the day asked', () => {
    expect([...peopleBelow(team, 'ada', '2023-12-31')]).to.have.members(['ben', 'cleo'])
    expect([...peopleBelow(team, 'ben', '2023-12-31')]).to.deep.equal(['cleo'])
    expect([...peopleBelow(team, 'ben', '2024-01-01')]).to.deep.equal([])
  })

  it('ends on damaged data that already hold a loop', () => {
    const loop = [span('a', 'b', '2020-01-01'), span('b', 'c', '2020-01-01'), span('c', 'b', '2020-01-01')]
    expect(chainAbove(loop, 'a', '2024-01-01')).to.deep.equal(['b', 'c'])
    expect(chainAbove(loop, 'b', '2024-01-01')).to.deep.equal(['c'])
    expect([...peopleBelow(loop, 'b', '2024-01-01')]).to.have.members(['a', 'c'])
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
    expect(chainAbove(chain, 'p0', '2024-01-01')).to.have.length(100_000)
    expect(peopleBelow(chain, 'p100000', '2024-01-01').size).to.equal(100_000)
  })
})

const window = Array.from({ length: 16 }, (_, index) =>
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
        { maxLength: 2 },
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

  it('chainAbove and peopleBelow are the two directions of one relation', () => {
    fc.assert(
      fc.property(companies, fc.constantFrom(...window), (spans, day) => {
        const graph = graphOn(spans, day)
        const above = new Map(
          people.map((person) => [
            person,
            [...new Set(stepsUp(graph, person))].filter((each) => each !== person),
          ]),
        )
        for (const person of people) {
          expect(chainAbove(spans, person, day)).to.deep.equal(above.get(person))
          expect([...peopleBelow(spans, person, day)]).to.have.members(
            people.filter((other) => above.get(other)!.includes(person)),
          )
        }
      }),
    )
  })
})
