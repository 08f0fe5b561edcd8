import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { addDays, type Day } from '../../src/domain/day.ts'
import type { Db } from '../../src/db/transaction.ts'
import { reportMonths } from '../../src/domain/months.ts'
import { headcountChanges, headcountDays } from '../../src/queries/org/headcount.ts'
import { listDays } from '../../src/queries/org/home.ts'
import { markAnnounced } from '../../src/queries/org/unannounced.ts'
import { countPeople, listPeople } from '../../src/queries/org/people.ts'
import type { PeopleFilter } from '../../src/queries/org/people-filter.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { rowsOfPlans } from '../support/plans.ts'
import { useServer } from '../support/server.ts'

const people = 1000
const team = 20
const leavers = 20
const neighbors = 60
/**
 * Rows that all steps of a query handle, for each person. Good plans need some tens; a loop in a loop needs 1,000.
 */
const mostForEach = 100

/** Whatever the planner expects of a filter, the work grows with the number of people, and not with its square. */
describe('the directory of a company of a thousand among small ones', () => {
  const server = useServer({})
  let company: Company
  let unitId: string
  let teamId: string
  let managerId: string

  before(async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    company = await server.company()
    unitId = await company.unit()
    teamId = await company.unit()
    managerId = (await company.person()).id
    const job = { from: '2020-01-01', to: '2025-12-31', unit_id: unitId, manager_id: managerId } as const
    await storeLives(
      server,
      company.id,
      Array.from({ length: people }, () =>
        lifeOf(randomUUIDv7(), [job, { ...job, from: '2026-01-01', to: null }]),
      ),
    )
    const lifeIn = (unit: string | null) =>
      lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null, unit_id: unit }])
    await storeLives(
      server,
      company.id,
      Array.from({ length: team }, () => lifeIn(teamId)),
    )
    await storeLives(
      server,
      company.id,
      Array.from({ length: leavers }, () =>
        lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: '2024-12-31' }]),
      ),
    )
    await server.db.query(
      `with login as (insert into users (org_id, id, email, email_key, display_name, password_hash)
                      select org_id, id, work_email, work_email_key, given_name, 'a hash' from people where org_id = $1 returning id)
       insert into memberships (org_id, id, user_id, person_id, role) select $1, id, id, id, 'member' from login`,
      [company.id],
    )
    // One plan serves all organizations, and PostgreSQL makes it for one of average size, where everybody begins on another day.
    for (const [place, org] of (await smallOrganizations()).entries())
      await storeLives(
        server,
        org,
        Array.from({ length: 5 }, (_, n) =>
          lifeOf(randomUUIDv7(), [{ from: addDays('2010-01-01', place * 5 + n), to: null }]),
        ),
      )
    await server.db.query('analyze')
  })

  const day: Day = '2026-06-15'
  const filters: Record<string, () => Partial<PeopleFilter>> = {
    everybody: () => ({}),
    'a word that too many have': () => ({ search: { patterns: ['%person%'], among: undefined } }),
    'words that some have': () => ({ search: { patterns: ['%pat%', '%person%'], among: [managerId] } }),
    'words that nobody has': () => ({ search: { patterns: ['%nobody%'], among: [managerId] } }),
    'a unit': () => ({ unitId }),
    'a unit and those below': () => ({ unitId, includeSubunits: true }),
    'a manager': () => ({ managerId }),
    'those who have left': () => ({ status: 'terminated' }),
    'who joined within a range': () => ({ joined: { from: '2020-01-01', to: '2026-12-31' } }),
    'a day in the past': () => ({ asOf: '2021-01-01' }),
  }

  for (const [what, filter] of Object.entries(filters))
    it(`handles no more than ${mostForEach} rows for each person: ${what}`, async () => {
      for (const query of queriesFor(filter()))
        expect(await rowsHandled(query)).to.be.within(1, people * mostForEach)
    })

  it(`handles no more than ${mostForEach} rows for each of the ${team} in a team, however many work elsewhere`, async () => {
    for (const query of queriesFor({ unitId: teamId }))
      expect(await rowsHandled(query)).to.be.within(team, team * mostForEach)
  })

  const wide: Record<string, Partial<PeopleFilter>> = {
    'who works here or starts later': {},
    'who works here': { status: 'active' },
    everybody: { status: 'all' },
    'a day in the past': { asOf: '2021-01-01', status: 'active' },
    'who is still to come': { status: 'pre_hire', asOf: '2019-01-01' },
  }
  for (const [what, filter] of Object.entries(wide))
    it(`handles only the people of the page, at the beginning and in the middle: ${what}`, async () => {
      const after = { limit: team, afterId: managerId, total: people * 3 }
      for (const page of [{ limit: team, total: people * 3 }, after])
        expect(await rowsHandled((db) => listPeople(db, { asOf: day, ...filter }, page))).to.be.within(
          team,
          team * 30,
        )
    })

  it(`handles few rows for a page of the ${leavers} who have left, however many stay`, async () => {
    const page = { limit: leavers, total: leavers }
    expect(
      await rowsHandled((db) => listPeople(db, { asOf: '2025-06-15', status: 'terminated' }, page)),
    ).to.be.within(leavers, leavers * 50)
  })

  for (const status of [undefined, 'active', 'pre_hire', 'terminated', 'all'] as const)
    it(`counts the whole organization from indexes alone: ${status ?? 'without a status'}`, async () => {
      const handled = await rowsHandled((db) => countPeople(db, { asOf: day, status }))
      expect(handled).to.be.within(1, people * 8)
    })

  const { months } = reportMonths({ from: '2019-06', to: '2024-05' }, day)
  const firstDays: Record<string, (db: Db) => Promise<unknown>> = {
    'the headcount of months': (db) => headcountChanges(db, 'unit', headcountDays(months, day)),
    'the days of the month': (db) => listDays(db, '2020-01-01'),
    'that they have begun': async (db) => {
      const { rows } = await server.db.query<{ id: string }>('select id from employments where org_id = $1', [
        company.id,
      ])
      await markAnnounced(db, { started: rows.map(({ id }) => id) }, new Date())
    },
  }
  for (const [what, query] of Object.entries(firstDays))
    it(`looks each person's first row up, where all began on the same day: ${what}`, async () => {
      expect(await rowsHandled(query)).to.be.within(people, people * mostForEach)
    })

  function queriesFor(filter: Partial<PeopleFilter>): ((db: Db) => Promise<unknown>)[] {
    const asked = { asOf: day, ...filter }
    return [
      (db) => listPeople(db, asked),
      (db) => listPeople(db, asked, { limit: team }),
      (db) => countPeople(db, asked),
    ]
  }

  async function smallOrganizations(): Promise<string[]> {
    const { rows } = await server.db.query<{ id: string }>(
      `insert into organizations (org_id, slug, name, country, time_zone)
       select gen_random_uuid(), 'small-' || n, 'Small ' || n, 'DE', 'UTC' from generate_series(1, $1) n
       returning org_id as id`,
      [neighbors],
    )
    return rows.map(({ id }) => id)
  }

  const rowsHandled = (query: (db: Db) => Promise<unknown>) => rowsOfPlans(server, company.id, query)
})
