import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'
import { ada } from '../../../../support/hires.ts'
import { told } from '../../../../support/warnings.ts'

describe('org.people.hire: managers and places', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it("makes the unit's lead the manager when none is given, and says so", async () => {
    const company = await server.company()
    const lead = await company.person({ given_name: 'Lea', family_name: 'Lead', title: 'Head' })
    const unit_id = await company.unit({ name: 'Research', head_person_id: lead.id })
    const hr = await company.as('hr')
    const hired = await hr.call('org_people_hire', { ...ada, unit_id })
    expect(hired.manager_from_lead).to.deep.equal({ id: unit_id, name: 'Research' })
    expect(hired.person.manager).to.deep.equal({
      id: lead.id,
      name: 'Lea Lead',
      title: 'Head',
      photo_url: null,
    })
    const alone = await hr.call('org_people_hire', {
      ...ada,
      work_email: 'b@company.example',
      unit_id,
      manager_id: null,
    })
    expect(alone).to.deep.include({ manager_from_lead: null })
    expect(alone.person.manager).to.equal(null)
  })

  it('does not make a lead the manager who will have left by the start date, and warns', async () => {
    const company = await server.company()
    const lead = await company.person({ last_day: '2026-06-30' })
    const unit_id = await company.unit({ head_person_id: lead.id })
    const hired = await (
      await company.as('hr')
    ).call('org_people_hire', { ...ada, unit_id, start_date: '2026-07-01' })
    expect(hired.person.manager).to.equal(null)
    expect(told(hired).join()).to.include('lead')
  })

  it('refuses a manager who will have left, an archived unit, location or legal entity', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const leaver = await company.person({ last_day: '2026-06-30' })
    await refused(
      hr.call('org_people_hire', { ...ada, start_date: '2026-07-01', manager_id: leaver.id }),
      'conflict',
    )
    await refused(
      hr.call('org_people_hire', { ...ada, unit_id: await company.unit({ archived: true }) }),
      'conflict',
    )
    await server.db.query('update locations set archived_at = now() where org_id = $1', [company.id])
    await refused(hr.call('org_people_hire', { ...ada, location_id: company.location }), 'conflict')
    await server.db.query('update legal_entities set archived_at = now() where org_id = $1', [company.id])
    await refused(hr.call('org_people_hire', { ...ada, legal_entity_id: company.legalEntity }), 'conflict')
  })

  it('refuses a manager who has left by today, even if the job began before that', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const leaver = await company.person({ last_day: '2024-05-17' })
    const unit_id = await company.unit({ name: 'Mill', head_person_id: leaver.id })
    const hired = await hr.call('org_people_hire', { ...ada, work_email: 'b@company.example', unit_id })
    expect([hired.person.manager, hired.manager_from_lead]).to.deep.equal([null, null])
    expect(told(hired)[0]).to.equal(
      'No manager was given, and the lead of Mill has left, or will have by then: nobody is above this person.',
    )
    const named = { ...ada, work_email: 'c@company.example', manager_id: leaver.id }
    await refused(hr.call('org_people_hire', named), 'conflict')
  })

  it('warns of a manager who starts later, and of years that look like typing mistakes', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const later = await company.person({ start_date: '2999-01-01' })
    const unit_id = await company.unit({ name: 'Mill', head_person_id: later.id })
    const warned = async (more: object): Promise<string[]> =>
      told(await hr.call('org_people_hire', { ...ada, ...more }, { dryRun: true }))
    expect(await warned({ manager_id: later.id })).to.deep.equal([
      'The manager only starts on 2999-01-01: until then nobody is above this person.',
    ])
    expect(await warned({ unit_id })).to.deep.equal([
      'The lead of Mill only starts on 2999-01-01: until then nobody is above this person.',
    ])
    expect((await warned({ manager_id: null, start_date: '0206-01-01' })).join()).to.include('check the year')
    expect((await warned({ manager_id: null, start_date: '2206-01-01' })).join()).to.include('check the year')
    const unborn = { manager_id: null, start_date: '2020-01-01', birthday: '2020-01-02' }
    expect((await warned(unborn)).join())
      .to.include('before the birthday')
      .and.not.include('2020-01-02', 'a birthday is private')
    const future = await refused(
      hr.call('org_people_hire', { ...ada, birthday: '2999-01-01' }),
      'validation_failed',
    )
    expect(future.paths).to.deep.equal(['birthday'])
    expect(future.body.error.message).to.not.include('2999')
  })
})
