import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { ClientInput, TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { told } from '../../../support/warnings.ts'

describe('org.people.rehire', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const rehire = (
    person_id: string,
    start_date: string,
    more: Partial<ClientInput<'org_people_rehire'>> = {},
  ) => hr.call('org_people_rehire', { person_id, start_date, title: 'Adviser', ...more })
  const codesOf = async (call: Promise<unknown>, code = 'conflict') => {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => [detail.path, detail.code])
  }

  it('starts another employment of the same person, whose job is given in full', async () => {
    const { id } = await company.person({ title: 'Editor', last_day: '2024-12-31', unit_id: company.root })
    const answer = await rehire(id, '2026-06-01', { fte: 0.5, location_id: company.location })
    expect(answer).to.deep.include({ manager_from_lead: null, approval: null })
    expect(answer.person).to.include({
      id,
      status: 'active',
      title: 'Adviser',
      unit: null,
      start_date: '2026-06-01',
      original_start_date: '2020-01-01',
      end_date: null,
    })
    expect(answer.person.job).to.deep.include({
      valid_from: '2026-06-01',
      valid_to: null,
      reason: 'rehire',
      fte: 0.5,
      employment_type: 'full_time',
      contract_type: 'permanent',
      legal_entity: { id: company.legalEntity, name: 'Company GmbH' },
      location: { id: company.location, name: 'Head office' },
    })
    expect(answer.person.hidden_fields).to.include('birthday')

    const events = await readEvents(server.db, company)
    expect(
      events.map(({ type, subject_id, effective_date }) => [type, subject_id, effective_date]),
    ).to.deep.equal([
      ['person.rehired', id, '2026-06-01'],
      ['person.started', id, '2026-06-01'],
    ])
    expect((events[0]!.payload as { job: object }).job).to.include({ reason: 'rehire', title: 'Adviser' })
    const [line] = await activityOf(server, company, 'org.people.rehire')
    expect(line).to.include({ summary: 'Hired {subject} again', subject_id: id, person_id: id })
    expect(line!.changes.slice(0, 3)).to.deep.equal([
      { field: 'start_date', before: null, after: '2026-06-01' },
      { field: 'title', before: null, after: 'Adviser' },
      { field: 'location_id', before: null, after: { id: company.location, name: 'Head office' } },
    ])
  })

  it('may be scheduled, also while the person still works here', async () => {
    const { id } = await company.person({ title: 'Editor', last_day: '2026-06-30' })
    const { person } = await rehire(id, '2026-09-01')
    expect(person).to.deep.include({ status: 'active', title: 'Editor', end_date: '2026-06-30' })
    expect(person.next_job).to.include({ title: 'Adviser', valid_from: '2026-09-01' })
    const events = await readEvents(server.db, company)
    expect(events.map(({ type }) => type)).to.deep.equal(['person.rehired'])
    expect((events[0]!.payload as { job: object }).job).to.include({ title: 'Adviser' })
    server.now = new Date('2026-08-01T12:00:00Z')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({
      status: 'pre_hire',
      start_date: '2026-09-01',
    })
  })

  it('shows private details to HR in the web app', async () => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    const web = await company.as('hr', 'web')
    const { person } = await web.call('org_people_rehire', {
      person_id: id,
      start_date: '2026-06-01',
      title: 'Adviser',
    })
    expect(person.hidden_fields).to.deep.equal([])
  })

  it('begins after the last day of the last employment', async () => {
    const open = await company.person()
    expect(await codesOf(rehire(open.id, '2027-01-01'))).to.deep.equal([['start_date', 'still_employed']])
    const { id } = await company.person({ last_day: '2026-06-30' })
    for (const day of ['2026-06-30', '2019-01-01'])
      expect(await codesOf(rehire(id, day))).to.deep.equal([['start_date', 'still_employed']])
    await rehire(id, '2026-07-01')
    const { body } = await refused(rehire(id, '2027-01-01'), 'conflict')
    expect(body.error.details![0]).to.include({ path: 'start_date', code: 'still_employed' })
    expect(body.error.details![0]!.message).to.include('(not set)').and.include('people.correct_job')
  })

  it("makes the unit's lead the manager when none is given, as a hire does", async () => {
    const lead = await company.person()
    const unit_id = await company.unit({ name: 'Research', head_person_id: lead.id })
    const { id } = await company.person({ last_day: '2024-12-31' })
    const { person, manager_from_lead } = await rehire(id, '2026-06-01', { unit_id })
    expect(person.manager?.id).to.equal(lead.id)
    expect(manager_from_lead).to.deep.equal({ id: unit_id, name: 'Research' })
    const other = await company.person({ last_day: '2024-12-31' })
    const alone = await rehire(other.id, '2026-06-01', { unit_id, manager_id: null, legal_entity_id: null })
    expect(alone.person.manager).to.equal(null)
    expect(alone).to.deep.include({ manager_from_lead: null, warnings: [] })
  })

  it('warns of people and units that kept the person as manager and lead', async () => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    const below = await company.person({ manager_id: id })
    await company.person({ manager_id: id, last_day: '2025-12-31' })
    const led = await company.unit({ name: 'Hardware', head_person_id: id })
    const warnings = told(await rehire(id, '2026-09-01'))
    expect(warnings.slice(-2)).to.deep.equal([
      `People whose job still names this person as manager: Pat Person (id ${below.id}). From the start date on they ` +
        'report to this person again: give them another manager if that is not meant. org/people.list with manager_id ' +
        'lists all of them.',
      `From the start date on this person leads Hardware (id ${led}) again. If that is not meant, choose another lead ` +
        'with org/units.set_head.',
    ])
  })

  it('warns of a login that is closed, or will be by then, and stays so', async () => {
    const warned = async (last_day: string | null, start_date: string, status: 'active' | 'disabled') => {
      const { id } = await company.person({ last_day })
      const { membershipId } = await company.member('member', { personId: id })
      await server.db.query('update memberships set status = $2 where id = $1', [membershipId, status])
      const { warnings } = await rehire(id, start_date)
      return warnings.some(({ code }) => code === 'login_stays_closed')
    }
    expect(await warned('2026-05-31', '2026-07-01', 'disabled')).to.equal(true)
    expect(await warned('2026-06-14', '2026-06-15', 'disabled')).to.equal(true)
    expect(await warned('2026-06-30', '2026-07-02', 'active')).to.equal(true)
    expect(await warned('2026-06-30', '2026-07-01', 'active')).to.equal(false)
    expect(await warned('2026-06-10', '2026-06-15', 'active')).to.equal(false)
  })

  it('warns of a login that stays closed when the last day moves ahead again', async () => {
    const { id: person_id } = await company.person({ last_day: '2026-06-14' })
    const { membershipId } = await company.member('member', { personId: person_id })
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [membershipId])
    const codesTo = async (last_day: string) => {
      const { warnings } = await hr.call('org_people_terminate', { person_id, last_day })
      return warnings.map(({ code }) => code)
    }
    expect(await codesTo('2026-06-12')).to.not.include('login_stays_closed')
    expect(await codesTo('2026-06-30')).to.include('login_stays_closed')
    expect(await codesTo('2026-07-31')).to.not.include('login_stays_closed')
  })

  it('gives who leads the unit the lead of the unit above', async () => {
    const chief = await company.person()
    const { id } = await company.person({ last_day: '2024-12-31' })
    const division = await company.unit({ name: 'Division', head_person_id: chief.id })
    const unit_id = await company.unit({ name: 'Team', parent_id: division, head_person_id: id })
    const { person, manager_from_lead } = await rehire(id, '2026-06-01', { unit_id })
    expect(person.manager?.id).to.equal(chief.id)
    expect(manager_from_lead).to.deep.equal({ id: division, name: 'Division' })
    const alone = await company.person({ last_day: '2024-12-31' })
    const own = await company.unit({ name: 'Own', head_person_id: alone.id })
    const answer = await rehire(alone.id, '2026-06-01', { unit_id: own })
    expect(answer.person.manager).to.equal(null)
    expect(told(answer)[0]).to.equal(
      'No manager was given, and nobody leads a unit above Own: nobody is above this person.',
    )
  })

  it('checks dates and references as a hire does', async () => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    const early = rehire(id, '2026-06-01', { contract_end_date: '2026-05-31' })
    expect(await codesOf(early, 'validation_failed')).to.deep.equal([
      ['contract_end_date', 'before_start_date'],
    ])
    const left = await company.person({ last_day: '2025-12-31' })
    const unit_id = await company.unit({ archived: true })
    await server.db.query('update locations set archived_at = now() where org_id = $1', [company.id])
    await server.db.query('update legal_entities set archived_at = now() where org_id = $1', [company.id])
    const wrong = {
      unit_id,
      manager_id: left.id,
      location_id: company.location,
      legal_entity_id: company.legalEntity,
    }
    expect(await codesOf(rehire(id, '2026-06-01', wrong))).to.deep.equal([
      ['unit_id', 'unit_archived'],
      ['location_id', 'location_archived'],
      ['legal_entity_id', 'legal_entity_archived'],
      ['manager_id', 'manager_has_left'],
    ])
    const warnings = told(await rehire(id, '2066-06-01', { contract_type: 'fixed_term' }))
    expect(warnings.join()).to.include('fixed term').and.include('check the year')
  })

  it('refuses a manager who still reports to the person', async () => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    const below = await company.person({ manager_id: id })
    const { body } = await refused(rehire(id, '2026-07-01', { manager_id: below.id }), 'conflict')
    expect(body.error.details![0]).to.include({
      path: 'manager_id',
      code: 'reporting_line_loop',
      record_id: below.id,
    })
    await rehire(id, '2026-07-01', { manager_id: null })
  })

  it('refuses an erased person: they are hired as somebody else', async () => {
    const { id } = await company.person({ last_day: '2024-12-31', erased: true })
    const { body } = await refused(rehire(id, '2026-07-01'), 'conflict')
    expect(body.error.details![0]).to.include({ path: 'person_id', code: 'person_erased' })
    expect(body.error.details![0]!.message).to.include('org/people.hire')
  })
})
