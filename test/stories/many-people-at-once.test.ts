import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, type Day } from '../../src/domain/day.ts'
import type { Company } from '../support/company.ts'
import { applyPeople, emailOf, entry, idOf } from '../support/bulk.ts'
import { CallError, type TestClient } from '../support/client.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { addEmployment, addJobRow } from '../support/job-rows.ts'
import { useServer } from '../support/server.ts'
import { told } from '../support/warnings.ts'

const today: Day = '2026-06-15' as Day

/** Texts that a spreadsheet, a quote or a delimiter could change. */
const odd = fc
  .array(
    fc.constantFrom(
      ...[
        '=SUM(1)',
        '"said"',
        "'x",
        "''=1",
        'a;b',
        'a,b',
        '-',
        '@me',
        '+1',
        ';=1',
        ', "-1',
        '＝',
        "；'＠",
        'é',
        'e\u0301',
        '\u674e',
        '\u{1F680}',
      ],
      ...["O'Neil", 'x  y', 'none', '1,5', '2026-01-01', 'true', '"', ';;', '\u00a0', '\u202fz', 'Ä'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')

const fields = [
  ['Note', 'text', {}],
  ['Size', 'number', {}],
  ['Medical', 'date', {}],
  ['Colour', 'select', { options: ['Dark Red', '=Blue', '-'] }],
  ['Keys', 'boolean', { tier: 'job' }],
  ['Locker', 'text', { tier: 'private' }],
  ['Badge', 'file', {}],
] as const

const custom = fc.record(
  {
    note: fc.tuple(odd, odd).map(([a, b]) => `${a}\n${b}`.trim()),
    size: fc.constantFrom(0, -1.5, 1e-7, 123456789012345, 0.1, 42, -0.00001),
    medical: fc.constantFrom('2026-12-31', '1999-01-01'),
    colour: fc.constantFrom('Dark Red', '=Blue', '-'),
    keys: fc.boolean(),
    locker: odd,
  },
  { requiredKeys: [] },
)

describe('many people at once, whatever they are', () => {
  const server = useServer()
  let company: Company
  let web: TestClient
  const begin = async () => {
    server.now = new Date(`${today}T12:00:00Z`)
    company = await server.company()
    web = await company.as('owner', 'web')
    for (const [label, type, more] of fields)
      await web.call('org_fields_create', { label, type, tier: 'public', ...more } as never)
  }
  beforeEach(begin)

  it('a file that was exported changes nothing when it is imported, in both forms', async () => {
    const person = fc.record({
      given_name: odd,
      family_name: odd,
      title: odd,
      custom,
      start: fc.integer({ min: -900, max: 60 }),
      end: fc.option(fc.integer({ min: -30, max: 30 }), { nil: null, freq: 4 }),
      change: fc.option(fc.integer({ min: 1, max: 800 }), { nil: null }),
      back: fc.boolean(),
      manager: fc.option(fc.nat(5), { nil: null }),
      unit: fc.constantFrom('=Sales', 'Care; "new"', null),
      more: fc.record(
        {
          preferred_name: odd,
          fte: fc.constantFrom(0, 0.5, 0.333, 1),
          work_phone: fc.constant('+49 (0)30 1234567'),
        },
        { requiredKeys: [] },
      ),
      numbered: fc.option(odd, { nil: null }),
    })
    const companies = fc.array(person, { minLength: 3, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(companies, async (people) => {
        await begin()
        const nameOf = (at: number) => `p${at}`
        await web.call('org_setup_apply', {
          units: [
            { name: '=Sales', kind: 'team' },
            { name: 'Care; "new"', kind: 'department' },
          ],
          people: people.map(
            ({ given_name, family_name, title, start, manager, unit, custom, more, numbered }, at) => ({
              ...{ given_name, family_name, title, custom, ...more, work_email: emailOf(nameOf(at)) },
              ...{ start_date: addDays(today, start), iban: 'DE89370400440532013000', weekly_hours: 37.5 },
              manager_email: manager !== null && manager < at ? emailOf(nameOf(manager)) : null,
              ...(unit !== null && { unit }),
              ...(numbered !== null && { employee_number: `${numbered.slice(0, 20)}${at}` }),
            }),
          ),
        })
        for (const [at, { start, end, change, back, title }] of people.entries()) {
          const id = await idOf(server, company, nameOf(at))
          const changed = change !== null && start + change < (end ?? Infinity)
          if (changed)
            await addJobRow(server, company.id, id, addDays(today, start + change), {
              title: `${title}!`.normalize('NFC'),
            })
          if (end === null || end <= start + (changed ? change : 0)) continue
          await server.db.query(
            `with ended as (update employments set last_day = $3 where org_id = $1 and person_id = $2)
             update job_rows set valid_to = $3 where org_id = $1 and person_id = $2 and valid_to is null`,
            [company.id, id, addDays(today, end)],
          )
          if (back) await addEmployment(server, company.id, id, addDays(today, end + 5), { title: 'Back' })
        }
        const before = await readContents(server.db, company)
        for (const delimiter of [',', ';'] as const)
          for (const include_private of [true, false]) {
            const input = { delimiter, include_private, status: 'all' as const }
            const file = await web.call('org_people_export_csv', input)
            const result = await web.call('org_people_import_csv', { csv: file.csv }, { dryRun: true })
            expect(result.row_errors, file.csv).to.deep.equal([])
            expect(result, file.csv).to.deep.include({ created: 0, updated: 0, unchanged: file.rows })
          }
        const { csv } = await web.call('org_people_export_csv', { delimiter: ';' })
        const after = { ...(await readContents(server.db, company)) }
        const warnings = told(await web.call('org_people_import_csv', { csv }))
        await expectUnchanged(server.db, after, 'the import of an export', company)
        expect(Object.keys(before)).to.deep.equal(Object.keys(after))
        expect(warnings.filter((text) => !text.startsWith('These columns'))).to.deep.equal([])
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  const names = ['Anna', 'Bert', 'Carl', 'Dora', 'Emil']
  /** Whoever is above somebody comes before them here: most circles of random managers would be refused. */
  const isAbove = (manager: string, name: string) => names.indexOf(manager) < names.indexOf(name)
  const entries = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      title: odd,
      start: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
      manager: fc.option(fc.constantFrom(...names, null), { nil: undefined }),
      unit: fc.option(fc.constantFrom('Sales', 'Care', 'Company'), { nil: undefined }),
      weekly_hours: fc.option(fc.constantFrom(20, 37.5), { nil: undefined }),
      custom: fc.option(custom, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name },
  )

  it('what is applied a second time changes nothing and writes nothing', async () => {
    await company.unit({ name: 'Sales', head_person_id: (await company.person()).id })
    let applied = 0
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom('team', 'division'), async (people, kind) => {
        const input = {
          locations: [{ name: 'Lisbon', country: kind === 'team' ? 'PT' : 'ES' }],
          units: [{ name: 'Care', kind: kind as 'team' }],
          people: people.map(({ name, title, start, manager, unit, weekly_hours, custom }) =>
            entry(name, {
              ...{ title, unit, weekly_hours, custom },
              ...(start !== undefined && { start_date: addDays(today, start) }),
              ...(manager !== undefined &&
                (manager === null || isAbove(manager, name)) && {
                  manager_email: manager && emailOf(manager),
                }),
            }),
          ),
        }
        try {
          await web.call('org_setup_apply', input)
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          return
        }
        applied++
        const before = await readContents(server.db, company)
        const again = await web.call('org_setup_apply', input)
        const none = { locations: 0, units: 0, people: 0 }
        expect(again).to.deep.include({ created: none, updated: none, team_lead_managers: 0 })
        await expectUnchanged(server.db, before, 'the second time', company)
      }),
      { numRuns: 25, endOnFailure: true },
    )
    expect(applied).to.be.greaterThan(10)
  })

  it('one person gets the job history that hire, change_job and correct_job give', async () => {
    const terms = fc.record(
      {
        title: odd,
        weekly_hours: fc.constantFrom(20, 30, 40),
        employment_type: fc.constantFrom('full_time', 'part_time', 'intern'),
        contract_type: fc.constantFrom('permanent', 'temporary'),
        notice_period_days: fc.constantFrom(0, 30),
        probation_end_date: fc.constantFrom('2027-01-01', '2027-06-30'),
      },
      { requiredKeys: ['title'] },
    )
    const lives = fc.record({
      start: fc.constantFrom(-100, -1, 0, 1, 30),
      first: terms,
      scheduled: fc.option(terms, { nil: null }),
      then: terms,
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(lives, async ({ start, first, scheduled, then }) => {
        round++
        const [bulk, single] = [`b${round}`, `s${round}`]
        const start_date = addDays(today, start)
        await applyPeople(web, { ...entry(bulk, { start_date, manager_email: null }), ...first })
        const { person } = await web.call('org_people_hire', {
          ...{ ...entry(single), ...first, start_date, manager_id: null },
        } as never)
        const bulkId = await idOf(server, company, bulk)
        const historyOf = async (person_id: string) => {
          const { jobs } = await web.call('org_people_timeline', { person_id })
          return jobs.map(({ id: _id, ...job }) => job)
        }
        expect(await historyOf(bulkId), 'hire').to.deep.equal(await historyOf(person.id))
        if (scheduled)
          for (const person_id of [bulkId, person.id])
            await ignoring(['job_unchanged'], () =>
              web.call('org_people_change_job', {
                ...{ person_id, effective_date: addDays(today, 40), reason: 'promotion', ...scheduled },
              } as never),
            )
        await applyPeople(web, { ...entry(bulk), ...then })
        const [job] = (await web.call('org_people_timeline', { person_id: person.id })).jobs
        await ignoring(['job_unchanged'], () =>
          start < 0
            ? web.call('org_people_change_job', {
                ...{ person_id: person.id, effective_date: today, reason: 'change', ...then },
              } as never)
            : web.call('org_people_correct_job', { job_id: job!.id, ...then } as never),
        )
        expect(await historyOf(bulkId), 'change').to.deep.equal(await historyOf(person.id))
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})

/** Makes a call that may be refused for these reasons. */
async function ignoring(codes: string[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    expect(codes).to.include(error.body.error.details?.[0]?.code)
  }
}
