import { expect } from 'chai'
import fc from 'fast-check'
import { depths, hasActiveChildren, order, subtreeIds, wouldCycle } from '../../src/domain/unit-tree.ts'
import type { UnitNode } from '../../src/domain/unit-tree.ts'

const unit = (id: string, parentId: string | null, name = id, archived = false): UnitNode => ({
  id,
  parentId,
  name,
  archived,
})

const company = [
  unit('web', 'engineering', 'Web'),
  unit('sales', 'company', 'sales'),
  unit('engineering', 'company', 'Engineering'),
  unit('company', null, 'Zenith Ltd'),
  unit('data', 'engineering', 'data'),
  unit('field', 'sales', 'Field', true),
]

describe('the tree of units', () => {
  it('lists the root first, then by depth, then by name whatever its case', () => {
    expect(order(company).map((each) => each.name)).to.deep.equal([
      'Zenith Ltd',
      'Engineering',
      'sales',
      'data',
      'Field',
      'Web',
    ])
  })

  it('keeps accented names beside their plain neighbours, and equal names in the order of their ids', () => {
    const units = [
      unit('r', null),
      unit('3', 'r', 'Zoo'),
      unit('2', 'r', 'ops'),
      unit('1', 'r', 'Ops'),
      unit('4', 'r', 'Équipe'),
    ]
    expect(order(units).map((each) => each.id)).to.deep.equal(['r', '4', '1', '2', '3'])
  })

  it('does not reorder the list it was given', () => {
    const before = company.map((each) => each.id)
    order(company)
    expect(company.map((each) => each.id)).to.deep.equal(before)
  })

  it('counts a unit among the units below it, and nothing that is elsewhere', () => {
    expect([...subtreeIds(company, 'engineering')]).to.have.members(['engineering', 'web', 'data'])
    expect([...subtreeIds(company, 'web')]).to.deep.equal(['web'])
    expect([...subtreeIds(company, 'unknown')]).to.deep.equal([])
  })

  it('a unit cannot move under itself or its own sub-units, but may move anywhere else', () => {
    expect(wouldCycle(company, 'engineering', 'engineering')).to.equal(true)
    expect(wouldCycle(company, 'engineering', 'web')).to.equal(true)
    expect(wouldCycle(company, 'engineering', 'sales')).to.equal(false)
    expect(wouldCycle(company, 'web', 'data')).to.equal(false)
    expect(wouldCycle(company, 'web', null)).to.equal(false)
  })

  it('only a sub-unit in use, directly below, stands in the way of archiving', () => {
    expect(hasActiveChildren(company, 'engineering')).to.equal(true)
    expect(hasActiveChildren(company, 'sales')).to.equal(false)
    expect(hasActiveChildren(company, 'web')).to.equal(false)
  })

  it('stays calm on a damaged tree: a missing parent, units that contain each other', () => {
    const damaged = [
      unit('a', 'b'),
      unit('b', 'a'),
      unit('lost', 'gone'),
      unit('root', null),
      unit('lower', 'lost'),
    ]
    expect(Object.fromEntries(depths(damaged))).to.deep.equal({ lost: 0, root: 0, lower: 1 })
    expect(order(damaged).map((each) => each.id)).to.deep.equal(['root', 'lost', 'lower', 'a', 'b'])
    expect([...subtreeIds(damaged, 'a')]).to.have.members(['a', 'b'])
    expect(wouldCycle(damaged, 'root', 'a')).to.equal(false)
  })

  it('takes a chain of 100,000 units', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      unit(`u${index}`, index === 0 ? null : `u${index - 1}`),
    )
    expect(depths(chain).get('u99999')).to.equal(99_999)
    expect(subtreeIds(chain, 'u1').size).to.equal(99_999)
    expect(wouldCycle(chain, 'u1', 'u99999')).to.equal(true)
    expect(order(chain).at(-1)?.id).to.equal('u99999')
  })
})

const seeds = fc.record({
  parent: fc.nat(),
  name: fc.constantFrom('a', 'A', 'b', 'É'),
  archived: fc.boolean(),
})

/** A tree of up to 12 units: each below one that came before it, listed in any order. */
const trees = fc
  .array(seeds, { maxLength: 11 })
  .map((below) => [
    unit('0', null, 'root'),
    ...below.map(({ parent, name, archived }, index) =>
      unit(`${index + 1}`, `${parent % (index + 1)}`, name, archived),
    ),
  ])
  .chain((units) => fc.shuffledSubarray(units, { minLength: units.length }))

/** All pairs above>below: the parent relation joined with itself until nothing new appears. */
const closure = (units: UnitNode[]): Set<string> => {
  const pairs = new Set(
    units.filter((each) => each.parentId !== null).map((each) => `${each.parentId}>${each.id}`),
  )
  for (let size = -1; size !== pairs.size;) {
    size = pairs.size
    for (const a of units)
      for (const b of units)
        for (const c of units) {
          if (pairs.has(`${a.id}>${b.id}`) && pairs.has(`${b.id}>${c.id}`)) pairs.add(`${a.id}>${c.id}`)
        }
  }
  return pairs
}

describe('the tree of units against its transitive closure', () => {
  it('agrees on depth, on what lies below and on every possible move', () => {
    fc.assert(
      fc.property(trees, (units) => {
        const above = closure(units)
        const depthOf = depths(units)
        for (const each of units) {
          const below = units.filter((other) => above.has(`${each.id}>${other.id}`)).map((other) => other.id)
          expect([...subtreeIds(units, each.id)].sort()).to.deep.equal([each.id, ...below].sort())
          expect(depthOf.get(each.id)).to.equal(
            units.filter((other) => above.has(`${other.id}>${each.id}`)).length,
          )
          for (const target of units) {
            const moved = units.map((other) =>
              other.id === each.id ? { ...other, parentId: target.id } : other,
            )
            const loops = closure(moved).has(`${each.id}>${each.id}`)
            expect(wouldCycle(units, each.id, target.id)).to.equal(loops)
          }
        }
      }),
    )
  })

  it('orders every pair of neighbours by depth, then name, then id', () => {
    fc.assert(
      fc.property(trees, (units) => {
        const depthOf = depths(units)
        const sorted = order(units)
        expect(sorted).to.have.members(units)
        const rank = new Map([
          ['root', 0],
          ['a', 1],
          ['b', 2],
          ['é', 3],
        ])
        const key = (each: UnitNode): string =>
          `${depthOf.get(each.id)! + 100} ${rank.get(each.name.toLowerCase())} ${each.id}`
        expect(sorted.map(key)).to.deep.equal(units.map(key).sort())
      }),
    )
  })
})
