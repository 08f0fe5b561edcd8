import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { expectUnchanged, readContents } from '../../../support/contents.ts'
import { readEvents } from '../../../support/events.ts'
import { useServer } from '../../../support/server.ts'

const entry = (name: string, more: object = {}) => ({
  given_name: name,
  family_name: 'Example',
  work_email: `${name.toLowerCase()}@company.example`,
  title: 'Engineer',
  ...more,
})

describe('org.setup.apply', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('creates locations, units and people that refer to each other in any order', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const result = await hr.call('org_setup_apply', {
      people: [
        entry('Niklaus', { unit: 'quality', manager_email: 'BARBARA@company.example', location: 'lisbon' }),
        entry('Barbara', {
          unit: 'Quality',
          manager_email: null,
          start_date: '2026-06-01',
          weekly_hours: 40,
        }),
      ],
      units: [
        { name: 'Quality', kind: 'team', parent: 'Research' },
        { name: 'Research', kind: 'department' },
      ],
      locations: [{ name: 'Lisbon', country: 'PT', city: 'Lisbon', timezone: 'Europe/Lisbon' }],
    })
    expect(result).to.deep.equal({
      created: { locations: 1, units: 2, people: 2 },
      updated: { locations: 0, units: 0, people: 0 },
      warnings: [],
      notes: [],
      team_lead_managers: 0,
    })
    const { people } = await hr.call('org_people_list', {})
    const [barbara, niklaus] = ['Barbara', 'Niklaus'].map((name) =>
      people.find(({ given_name }) => given_name === name),
    )
    expect(niklaus).to.include({ title: 'Engineer', start_date: '2026-06-15', status: 'active' })
    expect([niklaus!.unit?.name, niklaus!.location?.name, niklaus!.manager?.id]).to.deep.equal([
      'Quality',
      'Lisbon',
      barbara!.id,
    ])
    expect(barbara!.manager).to.equal(null)
    const units = await hr.call('org_units_list', {})
    const parentOf = (name: string) => units.find((unit) => unit.name === name)!.parent_id
    expect(parentOf('Quality')).to.equal(units.find(({ name }) => name === 'Research')!.id)
    expect(parentOf('Research')).to.equal(company.root)
  })

  it('changes nothing, and records nothing, when it is applied again', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const input = {
      locations: [{ name: 'Lisbon', country: 'PT', city: 'Lisbon' }],
      units: [{ name: 'Quality', kind: 'team' as const }],
      people: [
        entry('Barbara', { unit: 'Quality', start_date: '2026-01-01', weekly_hours: 37.5 }),
        entry('Niklaus', { manager_email: 'barbara@company.example', start_date: '2026-08-01' }),
      ],
    }
    await hr.call('org_setup_apply', input)
    const before = await readContents(server.db, company)
    const again = await hr.call('org_setup_apply', {
      locations: [{ name: 'LISBON', country: 'PT' }],
      units: [{ name: ' quality ', kind: 'team', parent: 'company' }],
      people: input.people.map((person) => ({ ...person, work_email: person.work_email.toUpperCase() })),
    })
    expect(again).to.deep.equal({
      created: { locations: 0, units: 0, people: 0 },
      updated: { locations: 0, units: 0, people: 0 },
      warnings: [],
      notes: [],
      team_lead_managers: 0,
    })
    await expectUnchanged(server.db, before, 'the second time', company)
  })

  it('changes the job of who works here from today on, and corrects in place what begins today or later', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await hr.call('org_setup_apply', {
      people: [
        entry('Here', { start_date: '2026-01-01' }),
        entry('Today', { start_date: '2026-06-15' }),
        entry('Later', { start_date: '2026-08-01' }),
      ],
    })
    const result = await hr.call('org_setup_apply', {
      people: ['Here', 'Today', 'Later'].map((name) =>
        entry(name, { title: 'Lead', ...(name === 'Later' && { start_date: '2026-09-01' }) }),
      ),
    })
    expect(result.updated.people).to.equal(3)
    const { people } = await hr.call('org_people_list', {})
    const rows = async (name: string) => {
      const { id } = people.find(({ given_name }) => given_name === name)!
      const { jobs } = await hr.call('org_people_timeline', { person_id: id! })
      return jobs.map(({ valid_from, title, reason }) => `${valid_from} ${title} ${reason}`)
    }
    expect(await rows('Here')).to.deep.equal(['2026-01-01 Engineer hire', '2026-06-15 Lead change'])
    expect(await rows('Today')).to.deep.equal(['2026-06-15 Lead hire'])
    expect(await rows('Later')).to.deep.equal(['2026-09-01 Lead hire'])
    const events = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(events.slice(-4)).to.deep.equal([
      'person.job_changed',
      'person.job_started',
      'job.corrected',
      'job.corrected',
    ])
    const lines = await activityOf(server, company, 'org.setup.apply')
    expect(lines.slice(-4).map(({ summary }) => summary)).to.deep.equal([
      'Set up much at once; created and changed locations: 0 and 0, units: 0 and 0, people: 0 and 3',
      'Changed the job of {subject}',
      'Corrected the job of {subject} from 2026-06-15 on',
      'Corrected the job of {subject} from 2026-08-01 on',
    ])
  })

  it('tells all problems at once, each with its place, and writes nothing', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const before = await readContents(server.db, company)
    const { status, body } = await hr.post('/v1/org/setup.apply', {
      locations: [
        { name: 'Lisbon', country: 'PT' },
        { name: 'lisbon', country: 'PT' },
      ],
      units: [
        { name: 'Up', kind: 'team', parent: 'Down' },
        { name: 'Down', kind: 'team', parent: 'Up' },
        { name: 'Lost', kind: 'team', parent: 'Nowhere' },
        { name: 'Company', kind: 'team' },
      ],
      people: [
        entry('Ada', { manager_email: 'grace@company.example' }),
        entry('Grace', { manager_email: 'ada@company.example', location: 'Atlantis' }),
        entry('Mary', { manager_email: 'nobody@company.example', unit: 'None', legal_entity: 'None' }),
        entry('MARY', { contract_end_date: '2020-01-01', start_date: '2026-01-01' }),
        entry('Own', { manager_email: 'own@company.example' }),
        entry('Late', { probation_end_date: '2020-01-01', custom: { no_such: 1 } }),
      ],
    })
    expect(status).to.equal(400)
    const told = body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
    expect(told.sort()).to.deep.equal([
      'locations[1].name given_twice',
      'people[0].manager_email managers_in_a_circle',
      'people[1].location location_unknown',
      'people[1].manager_email managers_in_a_circle',
      'people[2].legal_entity legal_entity_unknown',
      'people[2].manager_email manager_unknown',
      'people[2].unit unit_unknown',
      'people[3].contract_end_date before_start_date',
      'people[3].work_email given_twice',
      'people[4].manager_email managers_in_a_circle',
      'people[5].custom.no_such custom_field_unknown',
      'people[5].probation_end_date before_start_date',
      'units[0].parent units_in_a_circle',
      'units[1].parent units_in_a_circle',
      'units[2].parent unit_unknown',
      'units[3].name company_root_fixed',
    ])
    await expectUnchanged(server.db, before, 'a refused setup', company)
  })
})
