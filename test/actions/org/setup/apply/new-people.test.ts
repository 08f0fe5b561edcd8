import { expect } from 'chai'
import { applyPeople, entry, jobsOf, personOf, problemsOf } from '../../../../support/bulk.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply: new people', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('start today, full time, permanent and in the only active legal entity unless the input says otherwise', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { warnings } = await applyPeople(hr, entry('Anna', { manager_email: null }))
    expect(warnings).to.deep.equal([])
    const [job] = await jobsOf(server, company, hr, 'Anna')
    expect(job).to.deep.include({
      ...{ valid_from: '2026-06-15', valid_to: null, reason: 'hire', title: 'Engineer' },
      ...{ employment_type: 'full_time', fte: 1, contract_type: 'permanent', contract_end_date: null },
      ...{ probation_end_date: null, weekly_hours: null, notice_period_days: null },
      ...{ unit: null, manager: null, location: null },
    })
    expect(job!.legal_entity?.id).to.equal(company.legalEntity)
  })

  it('today is the day in the time zone of the company', async () => {
    server.now = new Date('2026-06-15T23:00:00Z')
    const company = await server.company({ timeZone: 'Europe/Berlin' })
    const hr = await company.as('hr')
    await applyPeople(hr, entry('Anna', { manager_email: null }))
    expect((await personOf(server, company, hr, 'Anna')).start_date).to.equal('2026-06-16')
  })

  it('get everything that the input says', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await hr.call('org_legal_entities_create', { name: 'Second AG', country: 'CH' })
    const said = {
      ...{ employment_type: 'contractor', contract_type: 'freelance', contract_end_date: '2027-01-31' },
      ...{ probation_end_date: '2026-12-31', weekly_hours: 12.25, notice_period_days: 14 },
    }
    const more = { unit: 'company', location: 'HEAD office', legal_entity: 'second  ag', manager_email: null }
    await applyPeople(hr, entry('Anna', { ...said, ...more, start_date: '2026-07-01' }))
    const [job] = await jobsOf(server, company, hr, 'Anna')
    expect(job).to.deep.include({ ...said, valid_from: '2026-07-01' })
    expect([job!.unit?.name, job!.location?.name, job!.legal_entity?.name]).to.deep.equal([
      ...['Company', 'Head office', 'Second AG'],
    ])
  })

  it('get no legal entity when several are active, and a warning; archived ones do not count', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { id } = await owner.call('org_legal_entities_create', { name: 'Second AG', country: 'CH' })
    const { warnings } = await applyPeople(owner, entry('Anna', { manager_email: null }))
    expect(warnings).to.deep.equal([
      'people[0]: No legal entity was given, and several are active: this job has none. Name one.',
    ])
    expect((await jobsOf(server, company, owner, 'Anna'))[0]!.legal_entity).to.equal(null)
    await owner.call('org_legal_entities_archive', { legal_entity_id: id })
    await applyPeople(owner, entry('Bert', { manager_email: null }))
    expect((await jobsOf(server, company, owner, 'Bert'))[0]!.legal_entity?.id).to.equal(company.legalEntity)
  })

  it('are warned of as by a hire: dates, terms, and people of the same name', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const known = await company.person({ given_name: 'Anna', family_name: 'Example' })
    const { warnings } = await applyPeople(
      hr,
      entry('Zoe', { manager_email: null, start_date: '2036-06-15', contract_type: 'fixed_term' }),
      entry('Anna', { manager_email: null }),
      entry('Bert', { given_name: 'ANNA', manager_email: null }),
    )
    expect(warnings).to.deep.equal([
      'people[0]: The contract is for a fixed term but has no end date: set contract_end_date.',
      'people[0]: start_date 2036-06-15 is more than 3 years ahead: check the year.',
      `people[1]: Somebody of the same name already works here: Anna Example (id ${known.id}). Check that this is another person.`,
      `people[2]: Somebody of the same name already works here: Anna Example (id ${known.id}). Check that this is another person.`,
      'people[2]: This has the same name as people[1]. Check that these are two people.',
    ])
  })

  it('are warned of when somebody of this name has left', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await company.person({ given_name: 'Anna', family_name: 'Example', last_day: '2025-12-31' })
    const { warnings } = await applyPeople(hr, entry('Anna', { manager_email: null }))
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(/^people\[0\]: Somebody of the same name worked here before/)
  })

  it('are not taken for people whose names only begin the same, nor for erased ones', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await company.person({ given_name: 'Anna', family_name: 'Exampleson' })
    await company.person({ given_name: 'Anna', family_name: 'Example Smith' })
    await company.person({ given_name: 'Bert', family_name: 'Example', erased: true, last_day: '2020-12-31' })
    const nobody = { manager_email: null }
    const { warnings } = await applyPeople(hr, entry('Anna', nobody), entry('Bert', nobody))
    expect(warnings).to.deep.equal([])
  })

  it('are compared with who is here on their first day; warnings are in the order of the people', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await company.person({ given_name: 'Anna', family_name: 'Example', last_day: '2026-08-31' })
    const { warnings } = await applyPeople(
      hr,
      entry('Anna', { manager_email: null, start_date: '2026-09-01' }),
      entry('Bert'),
      entry('Other', { given_name: 'Anna', manager_email: null, start_date: '2026-08-31' }),
    )
    expect(warnings.map((text) => text.slice(0, 50))).to.deep.equal(
      [
        'people[0]: Somebody of the same name worked here before: ',
        'people[1]: No manager and no unit were given: nobody is above',
        'people[2]: Somebody of the same name already works here: ',
        'people[2]: This has the same name as people[0]. Check that',
      ].map((text) => text.slice(0, 50)),
    )
  })

  it('are refused for dates before the start date, given or not', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const problems = await problemsOf(
      applyPeople(
        hr,
        entry('Anna', { contract_end_date: '2026-06-14' }),
        entry('Bert', { start_date: '2026-08-01', probation_end_date: '2026-07-31' }),
        entry('Carl', { contract_end_date: '2026-06-15', probation_end_date: '2026-06-15' }),
      ),
    )
    expect(problems).to.deep.equal([
      'people[0].contract_end_date before_start_date',
      'people[1].probation_end_date before_start_date',
    ])
  })
})
