import { expect } from 'chai'
import { cellsOf, emailOf, entry, fileOf, requiredColumns, someone } from '../../../../support/bulk.ts'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { refused } from '../../../../support/expect.ts'
import { longestWork } from '../../../../support/longest-work.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply and org.people.import_csv: names that nearly exist', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
    await company.unit({ name: 'Operations' })
    await someone(company, 'Gertrude')
    await hr.call('org_locations_create', { name: 'Lisbon', country: 'PT', kind: 'office' })
    await hr.call('org_legal_entities_create', { name: 'Acme Holding AG', country: 'CH' })
  })

  it('units, parents, locations, legal entities and managers come with the one that is probably meant', async () => {
    const { body } = await refused(
      hr.call('org_setup_apply', {
        units: [{ name: 'Care', kind: 'team', parent: 'Operation' }],
        people: [
          entry('A', { unit: 'Operatons', location: 'Lisbonn', legal_entity: 'Acme Holding A.G' }),
          entry('B', { unit: 'Caer', manager_email: 'getrude@company.example' }),
          entry('Ferdinand', { unit: 'Atlantis', manager_email: emailOf('Ferdinant') }),
        ],
      }),
      'validation_failed',
    )
    const told = body.error.details!.map(({ path, code, message }) => {
      const [, meant = null] = /Did you mean (.+?)\? /.exec(message) ?? []
      return `${path} ${code} ${meant}`
    })
    expect(told.sort()).to.deep.equal([
      'people[0].legal_entity legal_entity_misspelled Acme Holding AG',
      'people[0].location location_misspelled Lisbon',
      'people[0].unit unit_misspelled Operations',
      'people[1].manager_email manager_misspelled gertrude@company.example',
      'people[1].unit unit_misspelled Care',
      'people[2].manager_email manager_misspelled ferdinand@company.example',
      'people[2].unit unit_unknown null',
      'units[0].parent unit_misspelled Operations',
    ])
  })

  it('a manager is suggested to a call that can be repeated, too, which has written its key before', async () => {
    const people = [entry('B', { manager_email: 'getrude@company.example' })]
    const { body } = await refused(
      hr.call('org_setup_apply', { people }, { idempotencyKey: 'once' }),
      'validation_failed',
    )
    expect(body.error.details![0]!.message).to.include('gertrude@company.example')
  })

  it('a team that a file makes beside a unit of nearly that name is a warning', async () => {
    const csv = fileOf([
      [...requiredColumns, 'team', 'manager_email'],
      [...cellsOf('A'), 'Operation', 'none'],
      [...cellsOf('B'), 'Quality', 'none'],
    ])
    const { created, warnings } = await hr.call('org_people_import_csv', { csv })
    expect(created).to.equal(2)
    const [told, ...others] = warnings.filter(({ code }) => code === 'team_like_another')
    expect(told!.message).to.equal(
      'Row 2: The team Operation is made, although there is Operations. Check the spelling.',
    )
    expect([others, told!.params]).to.deep.equal([[], { row: 2, team: 'Operation', unit: 'Operations' }])
  })

  it('a row with a wrong work e-mail still tells its other wrong references', async () => {
    const csv = fileOf([
      [...requiredColumns, 'team', 'location', 'legal_entity', 'manager_email', 'start_date'],
      ['A', 'Example', 'nope', 'Cook', 'Quality', 'Atlantis', 'Nobody Ltd', emailOf('Nobody'), '1.2.2026'],
      ['B', 'Example', '', 'Cook', '', 'Lisbonn', '', '', ''],
    ])
    const { row_errors: errors } = await hr.call('org_people_import_csv', { csv })
    expect(errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.have.members([
      '2 work_email bad_format',
      '2 location location_unknown',
      '2 legal_entity legal_entity_unknown',
      '2 manager_email manager_unknown',
      '2 start_date bad_format',
      '3 work_email required',
      '3 location location_misspelled',
    ])
  })

  it('a name that is an object is refused, whatever its properties are called', async () => {
    const { body } = await refused(
      hr.call('org_setup_apply', {
        units: [{ name: { toString: 1, valueOf: 2 } as never, kind: 'team' }],
        people: [entry('A', { unit: 'Atlantis' })],
      }),
      'validation_failed',
    )
    expect(body.error.details!.map(({ path }) => path)).to.include('units[0].name')
  })

  it('a text that is no name, because it is far too long or all marks, is compared in a moment', async () => {
    const notNames = ['\ufdfa'.repeat(300_000), `a${'\u0301\u0316'.repeat(30_000)}`]
    const longest = await longestWork(() =>
      refused(
        hr.call('org_setup_apply', {
          units: notNames.map((name) => ({ name, kind: 'team' as const })),
          people: [entry('A', { unit: 'Atlantis' })],
        }),
        'validation_failed',
      ),
    )
    expect(longest, 'milliseconds').to.be.lessThan(300)
  })
})
