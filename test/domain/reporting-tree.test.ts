import { expect } from 'chai'
import fc from 'fast-check'
import {
  downTo,
  growTree,
  withNames,
  type Reporting,
  type ReportingTree,
} from '../../src/domain/reporting-tree.ts'

/** The tree, without pauses, and how often it would have paused. */
function grow(people: Reporting[], topId?: string): { tree: ReportingTree; pauses: number } {
  const growing = growTree(people, topId)
  for (let pauses = 0; ; pauses++) {
    const { done, value } = growing.next()
    if (done) return { tree: value, pauses }
  }
}

/** People who report to anybody, also in loops, and to some who are not in the list. */
const companies = fc.array(fc.option(fc.nat(14)), { maxLength: 12 }).map((managers) =>
  managers.map((manager, index): Reporting => ({
    id: String(index),
    manager_id: manager === null ? null : String(manager),
  })),
)

describe('the tree of reporting lines', () => {
  it('has everybody once, below their manager, and counts all who are below', () => {
    fc.assert(
      fc.property(companies, (people) => {
        const { tree } = grow(people)
        const { above, level, direct, total, order } = tree
        expect(order.toSorted((a, b) => a - b)).to.deep.equal([...people.keys()])
        const seen = new Set<number>()
        let last = 0
        for (const index of order) {
          const manager = above[index]!
          expect(manager === -1 || seen.has(manager), 'managers come first').to.equal(true)
          expect(level[index]).to.equal(manager === -1 ? 0 : level[manager]! + 1)
          expect(level[index]).to.be.at.least(last)
          last = level[index]!
          seen.add(index)
        }
        const lineOf = (index: number): number[] =>
          above[index] === -1 ? [] : [above[index]!, ...lineOf(above[index]!)]
        for (const index of people.keys()) {
          const below = [...people.keys()].filter((one) => lineOf(one).includes(index))
          expect(total[index]).to.equal(below.length)
          expect(direct[index]).to.equal(below.filter((one) => above[one] === index).length)
        }
      }),
    )
  })

  it('keeps every manager who is in the list, except where it cuts a loop once', () => {
    fc.assert(
      fc.property(companies, (people) => {
        const { above } = grow(people).tree
        const inLoop = (start: number): boolean => {
          let at = start
          for (let steps = 0; steps <= people.length; steps++) {
            const manager = people[at]!.manager_id
            if (manager === null || !people[Number(manager)]) return false
            at = Number(manager)
            if (at === start) return true
          }
          return false
        }
        for (const [index, { manager_id: manager }] of people.entries()) {
          const known = manager !== null && people[Number(manager)] !== undefined
          if (above[index] === -1) expect(!known || inLoop(index)).to.equal(true)
          else expect(String(above[index])).to.equal(manager)
        }
        const cut = [...people.keys()].filter((index) => above[index] === -1 && inLoop(index))
        const loopOf = (index: number): number => {
          let least = index
          for (let at = Number(people[index]!.manager_id); at !== index; at = Number(people[at]!.manager_id))
            least = Math.min(least, at)
          return least
        }
        const loops = new Set([...people.keys()].filter(inLoop).map(loopOf))
        expect(cut.map(loopOf).sort()).to.deep.equal([...loops].sort())
      }),
    )
  })

  it('is made of those who have a job, in the order of the names', () => {
    const names = ['d', 'a', 'c', 'b'].map((id) => ({ id, name: id.toUpperCase() }))
    const joining = withNames(names, [
      { id: 'b', title: '1' },
      { id: 'd', title: '2' },
    ])
    let step = joining.next()
    while (!step.done) step = joining.next()
    expect(step.value).to.deep.equal([
      { id: 'd', title: '2', name: 'D' },
      { id: 'b', title: '1', name: 'B' },
    ])
  })

  it('puts the person at the top with whom it is to begin', () => {
    const people = [
      { id: 'a', manager_id: 'b' },
      { id: 'b', manager_id: 'a' },
    ]
    expect(grow(people, 'b').tree.order).to.deep.equal([1, 0])
    expect(grow(people).tree.order).to.deep.equal([0, 1])
  })

  it('is cut below a level, and pauses often', () => {
    const people = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      manager_id: index === 0 ? null : String(Math.floor((index - 1) / 10)),
    }))
    const { tree, pauses } = grow(people)
    expect(downTo(tree, 0)).to.deep.equal([0])
    expect(downTo(tree, 1)).to.have.length(11)
    expect(downTo(tree, undefined)).to.have.length(10_000)
    expect(tree.total[0]).to.equal(9999)
    expect(pauses).to.be.at.least(40)
  })
})
