import { expect } from 'chai'
import { applyPeople, entry, idOf, personOf } from '../../../../support/bulk.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { useServer } from '../../../../support/server.ts'

const none = { locations: 0, units: 0, people: 0 }

describe('org.setup.apply: what is matched, and what is counted', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('matches names whatever the case and the spaces, and e-mails also however the domain is spelled', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await hr.call('org_setup_apply', {
      locations: [{ name: 'Old  Town', country: 'DE' }],
      units: [{ name: 'Customer Care', kind: 'team' }],
      people: [entry('Anna', { work_email: 'Anna@bücher.example', unit: 'customer care' })],
    })
    const again = await hr.call('org_setup_apply', {
      locations: [{ name: 'OLD TOWN', country: 'AT' }],
      units: [{ name: 'customer  CARE', kind: 'department' }],
      people: [
        entry('Anna', { work_email: 'ANNA@XN--BCHER-KVA.example', title: 'Lead', location: 'old town' }),
        entry('Bert', { manager_email: 'anna@Bücher.example', unit: ' Customer   care ' }),
      ],
    })
    expect(again).to.deep.include({
      created: { locations: 0, units: 0, people: 1 },
      updated: { locations: 1, units: 1, people: 1 },
    })
    const { people } = await hr.call('org_people_list', { q: 'Anna' })
    expect(people).to.have.length(1)
    expect(people[0]).to.include({ work_email: 'Anna@bücher.example', title: 'Lead' })
    expect(people[0]!.location?.name).to.equal('Old  Town')
    const bert = await personOf(server, company, hr, 'Bert')
    expect([bert.manager?.id, bert.unit?.name]).to.deep.equal([people[0]!.id, 'Customer Care'])
    const [town] = (await hr.call('org_locations_list', {})).filter(({ name }) => name === 'Old  Town')
    expect(town).to.include({ country: 'AT' })
  })

  it('answers a dry run with the same, and writes nothing', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const lead = await company.person({ given_name: 'Lia', work_email: 'lia@company.example' })
    await company.unit({ name: 'Sales', head_person_id: lead.id })
    await applyPeople(hr, entry('Same', { manager_email: null }), entry('Other', { manager_email: null }))
    const input = {
      locations: [
        { name: 'Head office', country: 'FR' },
        { name: 'Lisbon', country: 'PT' },
      ],
      units: [
        { name: 'Sales', kind: 'department' as const },
        { name: 'Care', kind: 'team' as const },
        { name: 'Field', kind: 'team' as const },
      ],
      people: [
        entry('New', { unit: 'Sales' }),
        entry('Same'),
        entry('Other', { family_name: 'Else', unit: 'Sales' }),
      ],
    }
    const before = await readContents(server.db, company)
    const dry = await hr.call('org_setup_apply', input, { dryRun: true })
    await expectUnchanged(server.db, before, 'a dry run', company)
    const real = await hr.call('org_setup_apply', input)
    expect(real).to.deep.equal(dry)
    expect(real).to.deep.include({
      created: { locations: 1, units: 2, people: 1 },
      updated: { locations: 1, units: 1, people: 1 },
      team_lead_managers: 2,
    })
    expect(await hr.call('org_setup_apply', input)).to.deep.equal({
      created: none,
      updated: none,
      warnings: [],
      notes: [],
      team_lead_managers: 0,
    })
  })

  it('leaves what is not said as it is: fields of people, locations and units, and all who are not named', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const full = {
      ...{ unit: 'Care', manager_email: 'boss@company.example', location: 'Lisbon', weekly_hours: 37.5 },
      ...{ employment_type: 'part_time', contract_type: 'fixed_term', contract_end_date: '2027-12-31' },
      ...{ probation_end_date: '2026-12-31', notice_period_days: 90, legal_entity: 'company gmbh' },
      ...{ start_date: '2026-01-01' },
    }
    await hr.call('org_setup_apply', {
      locations: [{ name: 'Lisbon', country: 'PT', city: 'Lisboa', timezone: 'Europe/Lisbon' }],
      units: [
        { name: 'Services', kind: 'department' },
        { name: 'Care', kind: 'team', parent: 'Services' },
      ],
      people: [entry('Boss', { manager_email: null }), entry('Carl', full)],
    })
    const before = await personOf(server, company, hr, 'Carl')
    const boss = await personOf(server, company, hr, 'Boss')
    const result = await hr.call('org_setup_apply', {
      locations: [{ name: 'Lisbon', country: 'ES' }],
      units: [{ name: 'Care', kind: 'division' }],
      people: [entry('Carl', { title: 'Lead' })],
    })
    expect(result.updated).to.deep.equal({ locations: 1, units: 1, people: 1 })
    const after = await personOf(server, company, hr, 'Carl')
    const { job: _job, next_job: _next, updated_at: _at, title: _title, ...rest } = before as any
    expect(after).to.deep.include(rest)
    expect({ ...after.job, title: '', id: '', valid_from: '', reason: '' }).to.deep.equal({
      ...before.job,
      ...{ title: '', id: '', valid_from: '', reason: '' },
    })
    expect(await personOf(server, company, hr, 'Boss')).to.deep.equal(boss)
    const lisbon = (await hr.call('org_locations_list', {})).find(({ name }) => name === 'Lisbon')
    expect(lisbon).to.include({ country: 'ES', city: 'Lisboa', time_zone: 'Europe/Lisbon' })
    const units = await hr.call('org_units_list', {})
    const care = units.find(({ name }) => name === 'Care')!
    expect([care.kind, units.find(({ id }) => id === care.parent_id)?.name]).to.deep.equal([
      'division',
      'Services',
    ])
  })

  it('changes each field of a location, and null clears the city', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const location = { name: 'Lisbon', country: 'PT', city: 'Lisboa', timezone: 'Europe/Lisbon' }
    const stored = async () =>
      (await hr.call('org_locations_list', {})).find(({ name }) => name === 'Lisbon')!
    await hr.call('org_setup_apply', { locations: [location] })
    expect(await stored()).to.include({
      country: 'PT',
      city: 'Lisboa',
      time_zone: 'Europe/Lisbon',
      kind: 'office',
    })
    for (const [change, after] of [
      [{ country: 'ES' }, { country: 'ES' }],
      [{ city: null }, { city: null }],
      [{ timezone: 'Atlantic/Azores' }, { time_zone: 'Atlantic/Azores' }],
    ] as const) {
      const { updated } = await hr.call('org_setup_apply', { locations: [{ ...location, ...change }] })
      expect(updated).to.deep.equal({ ...none, locations: 1 })
      expect(await stored()).to.deep.include(after)
    }
  })

  it('puts a new unit below the company, and one that exists only where the input says', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const below = await company.unit({ name: 'Below' })
    await company.unit({ name: 'Known', parent_id: below })
    const { updated } = await hr.call('org_setup_apply', {
      units: [
        { name: 'Known', kind: 'team' },
        { name: 'New', kind: 'team' },
        { name: 'Deep', kind: 'team', parent: 'Deeper' },
        { name: 'Below', kind: 'team', parent: 'new' },
        { name: 'Deeper', kind: 'division', parent: 'COMPANY' },
      ],
    })
    expect(updated.units).to.equal(1)
    const units = await hr.call('org_units_list', {})
    const parentOf = (name: string) => {
      const { parent_id: parent } = units.find((unit) => unit.name === name)!
      return units.find(({ id }) => id === parent)?.name
    }
    expect(['Known', 'New', 'Deep', 'Below', 'Deeper'].map(parentOf)).to.deep.equal([
      ...['Below', 'Company', 'Deeper', 'New', 'Company'],
    ])
    expect(units.find(({ name }) => name === 'Deeper')!.kind).to.equal('division')
  })

  it('notes who moved a unit and when, which approvals ask for, and not who changed its kind', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await company.unit({ name: 'Moved' })
    await company.unit({ name: 'Kept' })
    await owner.call('org_setup_apply', {
      units: [
        { name: 'Above', kind: 'team' },
        { name: 'Moved', kind: 'team', parent: 'Above' },
        { name: 'Kept', kind: 'department' },
      ],
    })
    const { rows } = await server.db.query<{ name: string; moved: boolean; at: boolean }>(
      `select u.name, m.role is not distinct from 'owner' as moved, u.moved_at is not null as at
         from units u left join memberships m on m.org_id = u.org_id and m.id = u.moved_by
        where u.org_id = $1 and u.name = any ($2) order by u.name`,
      [company.id, ['Moved', 'Kept']],
    )
    expect(rows).to.deep.equal([
      { name: 'Kept', moved: false, at: false },
      { name: 'Moved', moved: true, at: true },
    ])
  })

  it('finds people by their new names after it changed them', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await applyPeople(hr, entry('Ida', { family_name: 'Zimmer', manager_email: null }))
    await hr.call('org_people_update_profile', {
      person_id: await idOf(server, company, 'Ida'),
      preferred_name: 'Idabelle',
    })
    await applyPeople(hr, entry('Ida', { given_name: 'Idris', family_name: 'Novak' }))
    for (const q of ['Idris', 'Novak', 'Idabelle', 'ida@company'])
      expect((await hr.call('org_people_list', { q })).people, q).to.have.length(1)
    const { rows } = await server.db.query(
      `select 1 from people where org_id = $1 and search_text ilike '%zimmer%'`,
      [company.id],
    )
    expect(rows, 'the old name').to.deep.equal([])
  })
})
