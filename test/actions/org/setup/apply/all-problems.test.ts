import { expect } from 'chai'
import { setRules } from '../../../../support/approvals.ts'
import { emailOf, entry, problemsOf, someone } from '../../../../support/bulk.ts'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply tells all problems at once', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  /** Sends an input that no type would take, and answers its problems. */
  const problems = (input: object, dryRun = false) =>
    problemsOf(hr.call('org_setup_apply', input as never, { dryRun }))

  it('wrong references and broken rules beside malformed values, in all sections; nothing is written', async () => {
    await company.person({ work_email: emailOf('Gone'), last_day: '2026-06-14' })
    const before = await readContents(server.db, company)
    const input = {
      locations: [{ name: 'Lisbon', country: 'Portugal' }, { country: 'PT' }],
      units: [
        { name: 'Care', kind: 'tribe' },
        { name: 'A', kind: 'team', parent: 'B' },
        { name: 'B', kind: 'team', parent: 'A' },
        { name: 'C', kind: 'team', parent: 'Nowhere' },
      ],
      people: [
        entry('A', { manager_email: 'ghost@elsewhere.example' }),
        entry('B', { work_email: 'nope', unit: 'Atlantis', location: 'Atlantis', legal_entity: 'Atlantis' }),
        entry('C', { start_date: '2026-02-30', contract_end_date: '2020-01-01' }),
        entry('D', { title: undefined, manager_email: emailOf('Gone') }),
        entry('E', { colour: 'red', custom: { no_such: 1 } }),
        entry('F', { weekly_hours: 'many', contract_end_date: '2026-06-14' }),
        5,
        entry('G', { unit: 'Care', location: 'Lisbon', manager_email: emailOf('F') }),
        entry('f'),
      ],
      else: 1,
    }
    const expected = [
      'else unknown_property',
      'locations[0].country bad_format',
      'locations[1].name required',
      'people[0].manager_email manager_unknown',
      'people[1].legal_entity legal_entity_unknown',
      'people[1].location location_unknown',
      'people[1].unit unit_unknown',
      'people[1].work_email bad_format',
      'people[2].start_date bad_format',
      'people[3].manager_email manager_has_left',
      'people[3].title required',
      'people[4].colour unknown_property',
      'people[4].custom.no_such custom_field_unknown',
      'people[5].contract_end_date before_start_date',
      'people[5].weekly_hours wrong_type',
      'people[6] wrong_type',
      'people[8].work_email given_twice',
      'units[0].kind not_allowed',
      'units[1].parent units_in_a_circle',
      'units[2].parent units_in_a_circle',
      'units[3].parent unit_unknown',
    ]
    for (const dryRun of [true, false]) expect(await problems(input, dryRun)).to.deep.equal(expected)
    await expectUnchanged(server.db, before, 'an input with mistakes', company)
  })

  it('of somebody who is given twice, what is wrong with each entry', async () => {
    await someone(company, 'Old', { title: 'Cook' })
    await hr.call('org_setup_apply', { people: [entry('Numbered', { employee_number: '7' })] })
    await setRules(server, company, { job_change: 'manager' })
    const told = await problems({
      people: [
        entry('Old', { title: 'Cook' }),
        entry('Old', { title: 'Chef', custom: { no_such: 1 } }),
        entry('New', { employee_number: '8' }),
        entry('new', { contract_end_date: '2020-01-01', employee_number: '7' }),
        entry('NEW', { unit: 'Atlantis', employee_number: '8' }),
      ],
    })
    expect(told).to.deep.equal([
      'people[1].custom.no_such custom_field_unknown',
      'people[1].title needs_approval',
      'people[1].work_email given_twice',
      'people[3].contract_end_date before_start_date',
      'people[3].employee_number employee_number_taken',
      'people[3].work_email given_twice',
      'people[4].unit unit_unknown',
      'people[4].work_email given_twice',
    ])
  })

  it('nothing that only follows from a malformed value', async () => {
    const boss = await someone(company, 'Boss')
    await someone(company, 'Below', { manager_id: boss })
    await hr.call('org_setup_apply', { people: [entry('Numbered', { employee_number: '7' })] })
    await someone(company, 'Titled', { title: 'Cook' })
    await setRules(server, company, { job_change: 'manager' })
    const told = await problems({
      locations: [{ name: 'Lisbon\u0007', country: 'PT' }],
      units: [
        { name: 'Quality\u202e', kind: 'team' },
        { name: 'Outer', kind: 'team', parent: 7 },
        { name: 'Inner', kind: 'team', parent: 'Outer' },
      ],
      people: [
        entry('A', { work_email: 'anna@@company.example' }),
        entry('B', { manager_email: 'anna@company.example', unit: 'Quality', location: 'Lisbon' }),
        entry('Below', { manager_email: 7 }),
        entry('Numbered', { employee_number: 8 }),
        entry('C', { employee_number: '7' }),
        entry('Titled', { title: '' }),
        entry('D', { start_date: 'soon', probation_end_date: '2026-01-01' }),
      ],
    })
    expect(told).to.deep.equal([
      'locations[0].name bad_character',
      'people[0].work_email bad_format',
      'people[2].manager_email wrong_type',
      'people[3].employee_number wrong_type',
      'people[5].title required',
      'people[6].start_date bad_format',
      'units[0].name bad_character',
      'units[1].parent wrong_type',
    ])
  })

  it('a list that cannot be read hides only what refers to it', async () => {
    expect(
      await problems({
        units: 'all',
        people: [entry('A', { unit: 'Care', location: 'Atlantis', employment_type: 'sometimes' })],
      }),
    ).to.deep.equal([
      'people[0].employment_type not_allowed',
      'people[0].location location_unknown',
      'units wrong_type',
    ])
  })

  it('circles that a malformed manager may have ended are none', async () => {
    const one = await someone(company, 'One')
    await someone(company, 'Two', { manager_id: one })
    expect(
      await problems({
        people: [entry('One', { manager_email: emailOf('Two') }), entry('Two', { manager_email: 'nobody' })],
      }),
    ).to.deep.equal(['people[1].manager_email bad_format'])
  })

  it('at most 100, malformed ones first', async () => {
    const people = Array.from({ length: 60 }, (_, at) =>
      entry(`P${at}`, { unit: 'Atlantis', location: 'Atlantis', ...(at < 50 && { fte: 'much' }) }),
    )
    const told = await problems({ people })
    expect(told).to.have.length(100)
    expect(told.filter((one) => one.endsWith('wrong_type'))).to.have.length(50)
  })

  it('a key is free after them', async () => {
    const key = { 'Idempotency-Key': 'mistaken' }
    const first = await hr.post('/v1/org/setup.apply', { people: [entry('A', { fte: 'x', unit: 'Y' })] }, key)
    expect(first.status).to.equal(400)
    const second = await hr.post('/v1/org/setup.apply', { people: [entry('A')] }, key)
    expect(second.status).to.equal(200)
  })
})
