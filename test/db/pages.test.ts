import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { withOrganization, type Db } from '../../src/db/transaction.ts'
import { addDays, type Day } from '../../src/domain/day.ts'
import { countPeople, listPeople } from '../../src/queries/org/people.ts'
import type { PeopleFilter } from '../../src/queries/org/people-filter.ts'
import type { Company } from '../support/company.ts'
import { lifeOf, storeLives, type Stay } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

const start: Day = '2026-01-01'
const names = ['Åberg', 'aberg', 'Aberg', 'Zeta', "O'Neil", 'ONeil', 'Öz', 'de Boer', 'Deboer', 'Ø']

/**
 * However a page is found, by walking through the people by name or by what the filter names, the pages of a list
 * together are the list, and their total is its length.
 */
describe('the pages of the directory', () => {
  const server = useServer({})
  let company: Company
  let units: (string | null)[]
  let managers: (string | null)[]

  before(async () => {
    company = await server.company()
    units = [await company.unit(), await company.unit(), null]
    managers = [(await company.person()).id, (await company.person()).id, null]
    await storeLives(
      server,
      company.id,
      lives().map((stays) => lifeOf(randomUUIDv7(), stays)),
    )
    // Many share their names, so that the ids decide.
    await server.db.query(
      `update people set family_name = family.name, given_name = given.name,
              erased_at = case when numbered.n % 17 = 0 then created_at end
         from (select id as of, row_number() over (order by id)::int as n from people where org_id = $1) numbered,
              unnest($2::text[]) with ordinality family (name, place),
              unnest($2::text[]) with ordinality given (name, place)
        where org_id = $1 and id = of and family.place = 1 + n % 10 and given.place = 1 + n % 3`,
      [company.id, names],
    )
  })

  function lives(): Stay[][] {
    const stay = fc.record({
      gap: fc.integer({ min: 0, max: 5 }),
      length: fc.integer({ min: 1, max: 9 }),
      unit: fc.nat({ max: 2 }),
      manager: fc.nat({ max: 2 }),
    })
    const life = fc.tuple(fc.array(stay, { minLength: 1, maxLength: 3 }), fc.boolean())
    return fc.sample(life, { numRuns: 90, seed: 20260615 }).map(([shape, open]) => {
      let day = start
      return shape.map(({ gap, length, unit, manager }, at) => {
        const from = addDays(day, gap)
        day = addDays(from, length)
        const to = open && at === shape.length - 1 ? null : addDays(day, -1)
        return { from, to, unit_id: units[unit]!, manager_id: managers[manager]! }
      })
    })
  }

  const statuses = [undefined, 'all', 'active', 'pre_hire', 'terminated'] as const
  const others: Record<string, () => Partial<PeopleFilter>> = {
    'nothing else': () => ({}),
    'a unit': () => ({ unitId: units[0]! }),
    'a unit and those below': () => ({ unitId: company.root, includeSubunits: true }),
    'a manager': () => ({ managerId: managers[0]! }),
    'a word that too many have': () => ({ search: { patterns: ['%person%'], among: undefined } }),
    'who joined within a range': () => ({ joined: { from: '2026-01-03', to: '2026-01-12' } }),
    'who left within a range': () => ({ left: { from: '2026-01-03', to: '2026-01-12' } }),
  }
  for (const [what, other] of Object.entries(others))
    it(`together are the list, for each status and on any day: ${what}`, async () => {
      for (const status of statuses)
        for (const asOf of ['2025-12-31', '2026-01-01', '2026-01-06', '2026-01-14', '2026-03-01'] as Day[])
          await expectPages({ asOf, status, ...other() }, `${status} on ${asOf}`)
    })

  it('have somebody on most days, so that this proves something', async () => {
    for (const status of statuses)
      expect(await read((db) => countPeople(db, { asOf: '2026-01-08', status })), status).to.be.above(4)
  })

  async function expectPages(filter: PeopleFilter, where: string): Promise<void> {
    const whole = (await read((db) => listPeople(db, filter))).map(({ id }) => id)
    expect(await read((db) => countPeople(db, filter)), `the total, ${where}`).to.equal(whole.length)
    // The first total makes it search, the second one makes it walk.
    for (const total of [whole.length, 1_000_000])
      for (const limit of [7, whole.length + 1]) {
        const paged: string[] = []
        let page: string[]
        do {
          const afterId = paged.at(-1)
          page = (await read((db) => listPeople(db, filter, { limit, afterId, total }))).map(({ id }) => id)
          paged.push(...page)
        } while (page.length === limit)
        expect(paged, `${limit} at a time of ${total}, ${where}`).to.deep.equal(whole)
      }
  }

  function read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return withOrganization(server.running.runtime.pool, company.id, { mode: 'read' }, work)
  }
})
