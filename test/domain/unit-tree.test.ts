import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../src/domain/day.ts'
import { placesIn, unitsAbove } from '../../src/domain/unit-plan.ts'
import { leastWorkMs } from '../support/longest-work.ts'
import { countActiveChildren, wouldCycle } from '../../src/domain/unit-tree.ts'
import type { UnitNode } from '../../src/domain/unit-tree.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

const unit = (id: string, parent_id: string | null, archived = false): UnitNode => ({
  id,
  parent_id,
  archived,
  name: id,
  kind: parent_id === null ? 'company' : 'team',
  head_person_id: null,
})

const company = [
  unit('web', 'engineering'),
  unit('sales', 'company'),
  unit('engineering', 'company'),
  unit('company', null),
  unit('data', 'engineering'),
  unit('field', 'sales', true),
]

const byId = (units: readonly UnitNode[]) => new Map(units.map((one) => [one.id, one]))

describe('the tree of units', () => {
  it('a unit cannot move under itself or its own sub-units, but may move anywhere else', () => {
    expect(wouldCycle(company, 'engineering', 'engineering')).to.equal(true)
    expect(wouldCycle(company, 'engineering', 'web')).to.equal(true)
    expect(wouldCycle(company, 'engineering', 'sales')).to.equal(false)
    expect(wouldCycle(company, 'web', 'data')).to.equal(false)
    expect(wouldCycle(company, 'web', null)).to.equal(false)
  })

  it('a circle is told by the units between, and a parent that is no unit is the end', () => {
    const above = (...units: UnitNode[]) => placesIn(byId(units)).circles.get('web')
    expect(above(unit('web', 'engineering'), unit('engineering', 'web'))).to.deep.equal({
      ...{ through: ['engineering'], length: 1 },
    })
    expect(above(unit('web', 'web'))).to.deep.equal({ through: [], length: 0 })
    expect(
      above(unit('web', 'engineering'), unit('engineering', 'field'), unit('field', 'engineering')),
    ).to.equal(undefined)
    expect(above(unit('web', 'engineering'), unit('engineering', 'nowhere'))).to.equal(undefined)
    const circle = Array.from({ length: 9 }, (_, n) => unit(`u${n}`, `u${(n + 1) % 9}`))
    expect(placesIn(byId(circle)).circles.get('u7')).to.deep.equal({
      ...{ through: ['u8', 'u0', 'u1'], length: 8 },
    })
  })

  it('only an active sub-unit directly below prevents archiving', () => {
    expect(countActiveChildren(company, 'engineering')).to.equal(2)
    expect(countActiveChildren(company, 'sales')).to.equal(0)
    expect(countActiveChildren(company, 'web')).to.equal(0)
  })

  it('ends on a damaged tree, too: a missing parent, units that contain each other', () => {
    const damaged = [
      unit('a', 'b'),
      unit('b', 'a'),
      unit('lost', 'gone'),
      unit('root', null),
      unit('lower', 'lost'),
    ]
    expect(wouldCycle(damaged, 'root', 'a')).to.equal(false)
    expect(wouldCycle(damaged, 'root', 'lower')).to.equal(false)
    const above = (id: string) => unitsAbove(byId(damaged), id)
    expect([above('a'), above('lower'), above('lost'), above('root')]).to.deep.equal([
      ['b'],
      ['lost'],
      [],
      [],
    ])
  })

  it('works with a chain of 100,000 units', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      unit(`u${index}`, index === 0 ? null : `u${index - 1}`),
    )
    expect(wouldCycle(chain, 'u1', 'u99999')).to.equal(true)
    const { levels, heights } = placesIn(byId(chain))
    expect([levels.get('u0'), levels.get('u99999')]).to.deep.equal([1, 100_000])
    expect([heights.get('u0'), heights.get('u99999')]).to.deep.equal([100_000, 1])
  })

  it('every place is found in one walk, whatever the order of the units is', () => {
    const chain = Array.from({ length: 5000 }, (_, n) => unit(`u${n}`, n === 0 ? null : `u${n - 1}`))
    const circle = Array.from({ length: 5000 }, (_, n) => unit(`u${n}`, `u${(n + 1) % 5000}`))
    for (const units of [chain, chain.toReversed(), circle, circle.toReversed()])
      expect(
        leastWorkMs(() => placesIn(byId(units))),
        'milliseconds of processor time',
      ).to.be.below(100)
  })
})

const seeds = fc.record({
  parent: fc.nat(),
  // Few are archived: when a move is refused because of that, it tells nothing about loops.
  archived: fc.constantFrom(false, false, true),
})

/** A tree with so many units. Each is below one that was made before; the list is in any order. */
const treesOf = (least: number, most: number): fc.Arbitrary<UnitNode[]> =>
  fc
    .array(seeds, { minLength: least - 1, maxLength: most - 1 })
    .map((below) => [
      unit('0', null),
      ...below.map(({ parent, archived }, index) =>
        unit(`${index + 1}`, `${parent % (index + 1)}`, archived),
      ),
    ])
    .chain((units) => fc.shuffledSubarray(units, { minLength: units.length }))

const trees = treesOf(1, 12)

/** All pairs above>below: the pairs of parent and child, joined with themselves until there are no new ones. */
const closure = (units: UnitNode[]): Set<string> => {
  const pairs = new Set(
    units.filter((each) => each.parent_id !== null).map((each) => `${each.parent_id}>${each.id}`),
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

const moved = (units: UnitNode[], id: string, parent_id: string): UnitNode[] =>
  units.map((each) => (each.id === id ? { ...each, parent_id } : each))

describe('the tree of units compared with its transitive closure', () => {
  it('knows the level, the height and the circle of each unit', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (units, which, target) => {
        const tree = moved(units, units[which % units.length]!.id, units[target % units.length]!.id)
        for (const units of [tree, tree.toReversed()]) {
          const pairs = closure(units)
          const { levels, heights, circles } = placesIn(byId(units))
          const isBelowItself = (id: string) => pairs.has(`${id}>${id}`)
          for (const { id } of units) {
            const above = units.filter((one) => pairs.has(`${one.id}>${id}`))
            const below = units.filter((one) => pairs.has(`${id}>${one.id}`))
            const isLost = isBelowItself(id) || above.some((one) => isBelowItself(one.id))
            expect(levels.get(id)).to.equal(isLost ? undefined : above.length + 1)
            expect(circles.has(id)).to.equal(isBelowItself(id))
            const deepest = Math.max(
              ...[id, ...below.map((one) => one.id)].map((one) => levels.get(one) ?? 0),
            )
            if (!isLost) expect(heights.get(id)).to.equal(deepest - levels.get(id)! + 1)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('agrees on every possible move', () => {
    fc.assert(
      fc.property(trees, (units) => {
        for (const each of units)
          for (const target of units) {
            const loops = closure(moved(units, each.id, target.id)).has(`${each.id}>${each.id}`)
            expect(wouldCycle(units, each.id, target.id)).to.equal(loops)
          }
      }),
    )
  })
})

// Ignores capitals, but `e` is not `é`. No two units of an organization have names that are equal in this.
const byName = new Intl.Collator('en', { sensitivity: 'accent' }).compare

/**
 * Names for as many units as a tree can have. They have only letters, whose order is clear: the database and JavaScript
 * may sort spaces, digits and hyphens differently.
 */
const names = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom(...'aAbBeEéÉoOöÖzZ'), minLength: 1, maxLength: 3 }),
  {
    minLength: 12,
    maxLength: 12,
    comparator: (a, b) => byName(a, b) === 0,
  },
)

// Each tree needs a new company, so there are few. To search for a smaller example would take minutes.
const bounds = { numRuns: 15, endOnFailure: true }

describe('the tree of units in SQL compared with its transitive closure', () => {
  const server = useServer({})

  it('units.list gives the root first, then sorts by depth and name, ignoring capitals', async () => {
    await fc.assert(
      fc.asyncProperty(trees, names, async (units, nameOf) => {
        const company = await server.company()
        const owner = await company.as('owner')
        const ids = await store(company, units, nameOf)
        const above = closure(units)
        const depth = ({ id }: UnitNode): number =>
          units.filter((other) => above.has(`${other.id}>${id}`)).length
        const sorted = units.toSorted(
          (a, b) => depth(a) - depth(b) || byName(nameOf[Number(a.id)]!, nameOf[Number(b.id)]!),
        )
        for (const include_archived of [true, false]) {
          const listed = await owner.call('org_units_list', { include_archived })
          expect(listed.map(({ id, archived }) => ({ id, archived }))).to.deep.equal(
            sorted
              .filter(({ archived }) => include_archived || !archived)
              .map(({ id, archived }) => ({ id: ids.get(id), archived })),
          )
        }
      }),
      bounds,
    )
  })

  it('every move and every archiving is accepted or refused as the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(treesOf(5, 6), names, async (units, nameOf) => {
        const company = await server.company()
        const owner = await company.as('owner')
        const ids = await store(company, units, nameOf)
        const dryRun = true
        for (const unit of units) {
          const unit_id = ids.get(unit.id)!
          const archived = owner.call('org_units_archive', { unit_id }, { dryRun })
          await (mayBeArchived(units, unit) ? archived : refused(archived, 'conflict'))
          for (const target of units) {
            const put = owner.call(
              'org_units_update',
              { unit_id, parent_id: ids.get(target.id)! },
              { dryRun },
            )
            await (mayMove(units, unit, target) ? put : refused(put, 'conflict'))
          }
        }
      }),
      bounds,
    )
  })

  it('people.list finds who is in a unit, and with include_subunits in one below it, on any day', async () => {
    /** The units of three jobs of a person: the first two last ten days each, the third is open. */
    const careers = fc.tuple(...Array.from({ length: 3 }, () => fc.option(fc.nat(11))))
    const staffs = fc.array(careers, { maxLength: 8 })
    const firstDays = ['2026-01-01', '2026-01-11', '2026-01-21'] as const
    /** Damage that no call can cause: units that contain each other. */
    const damages = fc.option(fc.record({ from: fc.nat(11), to: fc.nat(11) }))
    await fc.assert(
      fc.asyncProperty(trees, names, damages, staffs, fc.nat(2), async (tree, nameOf, damage, staff, job) => {
        const at = (index: number): UnitNode => tree[index % tree.length]!
        const units =
          damage && at(damage.from).parent_id !== null
            ? moved(tree, at(damage.from).id, at(damage.to).id)
            : tree
        const company = await server.company()
        const owner = await company.as('owner')
        const ids = await store(company, units, nameOf)
        const people = staff.map((career) => ({
          id: randomUUIDv7(),
          unitIds: career.map((unit) => (unit === null ? null : at(unit).id)),
        }))
        await storeLives(
          server,
          company.id,
          people.map(({ id, unitIds }) =>
            lifeOf(
              id,
              unitIds.map((unit, index) => ({
                from: firstDays[index]!,
                to: index === 2 ? null : addDays(firstDays[index]!, 9),
                unit_id: unit && ids.get(unit)!,
              })),
            ),
          ),
        )

        const above = closure(units)
        for (const unit of units)
          for (const include_subunits of [false, true]) {
            const expected = people.filter(({ unitIds }) => {
              const own = unitIds[job]!
              return own === unit.id || (include_subunits && above.has(`${unit.id}>${own}`))
            })
            const found = await owner.call('org_people_list', {
              as_of: addDays(firstDays[job]!, 5),
              unit_id: ids.get(unit.id)!,
              include_subunits,
            })
            expect(
              found.people.map(({ id }) => id),
              `in unit ${unit.id}${include_subunits ? ' and below' : ''}`,
            ).to.have.members(expected.map(({ id }) => id))
          }
      }),
      bounds,
    )
  })

  /** Whether a move is allowed. A move to the parent that a unit has already is always allowed. */
  function mayMove(units: UnitNode[], { id, parent_id, archived }: UnitNode, target: UnitNode): boolean {
    const loops = closure(moved(units, id, target.id)).has(`${id}>${id}`)
    return parent_id === target.id || (parent_id !== null && !archived && !target.archived && !loops)
  }

  function mayBeArchived(units: UnitNode[], { id, parent_id }: UnitNode): boolean {
    return parent_id !== null && units.every((each) => each.parent_id !== id || each.archived)
  }

  /** Stores the units in the company; the root becomes its root. Answers id here → id there. */
  async function store(company: Company, units: UnitNode[], nameOf: string[]): Promise<Map<string, string>> {
    const ids = new Map(
      units.map(({ id, parent_id }) => [id, parent_id === null ? company.root : randomUUIDv7()]),
    )
    await server.db.query(
      `insert into units (org_id, id, parent_id, name, name_key, kind, archived_at)
       select $1, id, parent, name, lower(name), 'team', case when archived then now() end
         from json_to_recordset($2) as u(id uuid, parent uuid, name text, archived boolean)`,
      [
        company.id,
        JSON.stringify(
          units
            .filter(({ parent_id }) => parent_id !== null)
            .map(({ id, parent_id, archived }) => ({
              id: ids.get(id),
              parent: ids.get(parent_id!),
              name: nameOf[Number(id)],
              archived,
            })),
        ),
      ],
    )
    return ids
  }
})
