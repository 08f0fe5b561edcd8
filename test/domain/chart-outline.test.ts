import { expect } from 'chai'
import fc from 'fast-check'
import { fits, outline, type Manager, type Outline } from '../../src/domain/chart-outline.ts'
import { downTo, growTree, type Reporting } from '../../src/domain/reporting-tree.ts'

/** The result of a calculation, without pauses. */
function end<Result>(calculation: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const { done, value } = calculation.next()
    if (done) return value
  }
}

/** People who report to anybody, also to some who are not in the list, but never in loops. */
const companies = fc.array(fc.option(fc.nat(14)), { minLength: 1, maxLength: 12 }).map((managers) =>
  managers.map((manager, index): Reporting => ({
    id: String(index),
    manager_id: manager === null ? null : manager < index ? String(manager) : `absent ${manager}`,
  })),
)

/** What the database tells of their managers. */
function managersOf(people: readonly Reporting[]): Manager[] {
  const byId = new Map(people.map((person) => [person.id, person]))
  return [...Map.groupBy(people, ({ manager_id: id }) => id)].map(([id, { length: direct }]) => {
    const person = byId.get(id ?? '')
    return { id, direct, here: person !== undefined, manager_id: person?.manager_id ?? null }
  })
}

/** Everybody who is asked for by an outline, as the database finds them. */
const found = (people: readonly Reporting[], { asked }: Outline, topId?: string): Reporting[] =>
  people.filter(
    ({ id, manager_id: managerId }) =>
      asked.includes(managerId ?? '') || (topId === undefined ? managerId === null : id === topId),
  )

describe('the outline of a reporting tree', () => {
  it('finds those of the upper levels, and counts as the whole tree does', () => {
    const top = fc.option(fc.nat(11), { nil: undefined })
    fc.assert(
      fc.property(companies, fc.integer({ min: 1, max: 4 }), top, (people, depth, start) => {
        const topId = start === undefined ? undefined : String(start % people.length)
        const within =
          topId === undefined ? people : people.filter(({ id }) => lineOf(people, id).includes(topId))
        const tree = end(growTree(within, topId))
        const shown = downTo(tree, depth)
        const outlined = end(outline(managersOf(people), depth, topId))!
        const rows = found(people, outlined, topId)
        expect(rows.map(({ id }) => id)).to.have.members(shown.map((index) => within[index]!.id))
        expect(outlined).to.include({ shown: shown.length, everybody: within.length })
        for (const index of shown) {
          const { direct, total } = outlined.reports.get(within[index]!.id) ?? { direct: 0, total: 0 }
          expect([direct, total]).to.deep.equal([tree.direct[index], tree.total[index]])
        }
        const again = end(growTree(rows, topId))
        expect(again.order.map((index) => rows[index])).to.deep.equal(shown.map((index) => within[index]))
        expect(fits(outlined, rows, again, topId)).to.equal(true)
      }),
    )
  })

  const lineOf = (people: readonly Reporting[], id: string): string[] => {
    const managerId = people.find((one) => one.id === id)?.manager_id ?? null
    return managerId === null ? [id] : [id, ...lineOf(people, managerId)]
  }

  it('is nothing if there is a loop', () => {
    const managers = managersOf([
      { id: 'a', manager_id: 'b' },
      { id: 'b', manager_id: 'a' },
      { id: 'c', manager_id: 'b' },
    ])
    for (const topId of [undefined, 'b', 'c']) expect(end(outline(managers, 1, topId))).to.equal(undefined)
  })

  it('does not fit people of whom one got another manager since', () => {
    const before: Reporting[] = [
      { id: 'a', manager_id: null },
      { id: 'b', manager_id: 'a' },
      { id: 'c', manager_id: 'b' },
    ]
    const outlined = end(outline(managersOf(before), 2, undefined))!
    const after = before.filter(({ id }) => id !== 'b')
    expect(fits(outlined, after, end(growTree(after)), undefined)).to.equal(false)
    expect(fits(outlined, before, end(growTree(before)), undefined)).to.equal(true)
  })

  it('pauses often', () => {
    const people = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      manager_id: index === 0 ? null : String(index - 1),
    }))
    let pauses = 0
    for (const work = outline(managersOf(people), 1, undefined); !work.next().done;) pauses++
    expect(pauses).to.be.at.least(50)
  })
})
