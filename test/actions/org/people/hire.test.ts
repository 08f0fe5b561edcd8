import { expect } from 'chai'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { ada } from '../../../support/hires.ts'
import { told } from '../../../support/warnings.ts'

describe('org.people.hire', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('adds a person with a first job that runs until further notice', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { person, warnings } = await hr.call('org_people_hire', {
      ...ada,
      unit_id: company.root,
      location_id: company.location,
    })
    expect(person).to.include({
      name: 'Ada Lovelace',
      status: 'active',
      title: 'Engineer',
      start_date: '2024-03-01',
      original_start_date: '2024-03-01',
      end_date: null,
    })
    expect(person.job).to.deep.include({
      valid_from: '2024-03-01',
      valid_to: null,
      employment_type: 'full_time',
      fte: 1,
      contract_type: 'permanent',
      reason: 'hire',
    })
    expect(person.job?.unit).to.deep.equal({ id: company.root, name: 'Company' })
    expect(person.next_job).to.equal(null)
    expect(warnings).to.have.length(1)
  })

  it('uses the only active legal entity when none is given, and none when null is given', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const first = await hr.call('org_people_hire', ada)
    expect(first.person.job?.legal_entity?.id).to.equal(company.legalEntity)
    const second = await hr.call('org_people_hire', {
      ...ada,
      work_email: 'b@company.example',
      legal_entity_id: null,
    })
    expect(second.person.job?.legal_entity).to.equal(null)
  })

  it('shows a person who starts later as pre_hire, with the future job as next_job', async () => {
    const hr = await (await server.company()).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, start_date: '2026-06-16' })
    expect(person).to.include({ status: 'pre_hire', job: null, title: 'Engineer' })
    expect(person.next_job?.valid_from).to.equal('2026-06-16')
    server.now = new Date('2026-06-16T00:00:01Z')
    expect(await hr.call('org_people_get', { person_id: person.id! })).to.include({
      status: 'active',
      next_job: null,
    })
  })

  it('uses the date in the time zone of the organization, not of the server', async () => {
    const hr = await (await server.company({ timeZone: 'Pacific/Auckland' })).as('hr')
    const { person } = await hr.call('org_people_hire', { ...ada, start_date: '2026-06-16' })
    expect(person.status).to.equal('active')
  })

  it('warns when there are several legal entities and none is given', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const other = await (
      await company.as('owner')
    ).call('org_legal_entities_create', { name: 'Acme Ltd', country: 'GB' })
    const hired = async (more: object = {}) => {
      const result = await hr.call('org_people_hire', { ...ada, manager_id: null, ...more }, { dryRun: true })
      return [result.person.next_job?.legal_entity?.id ?? result.person.job?.legal_entity?.id, told(result)]
    }
    expect(await hired()).to.deep.equal([
      undefined,
      ['No legal entity was given, and several are active: this job has none. Name one.'],
    ])
    expect(await hired({ legal_entity_id: null })).to.deep.equal([undefined, []])
    expect(await hired({ legal_entity_id: other.id })).to.deep.equal([other.id, []])
    await server.db.query('update legal_entities set archived_at = now() where id = $1', [
      company.legalEntity,
    ])
    expect(await hired(), 'one of two is archived').to.deep.equal([other.id, []])
  })

  it('reports all problems at once: the most serious one gives the code and comes first', async () => {
    const hr = await (await server.company()).as('hr')
    await hr.call('org_people_hire', ada)
    const wrong = { ...ada, birthday: '2999-01-01' }
    const error = await refused(hr.call('org_people_hire', wrong), 'validation_failed')
    expect(error.paths).to.deep.equal(['birthday', 'work_email'])
    expect(error.body.error.message).to.match(/^birthday: /)
  })

  it('writes person.hired, and also person.started when the first day has come', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    for (const start_date of ['2026-06-16', '2026-06-15']) {
      const work_email = `${start_date}@company.example`
      const { person } = await hr.call('org_people_hire', { ...ada, work_email, start_date })
      const events = (await readEvents(server.db, company)).filter((one) => one.subject_id === person.id)
      expect(events.map(({ type }) => type)).to.deep.equal(
        start_date === '2026-06-16' ? ['person.hired'] : ['person.hired', 'person.started'],
      )
      for (const event of events)
        expect(event, 'found again when the person is erased').to.include({
          person_id: person.id,
          effective_date: start_date,
        })
    }
  })

  it('names each date that contradicts the start date', async () => {
    const hr = await (await server.company()).as('hr')
    const error = await refused(
      hr.call('org_people_hire', {
        ...ada,
        contract_end_date: '2024-02-01',
        probation_end_date: '2024-02-01',
      }),
      'validation_failed',
    )
    expect(error.paths).to.deep.equal(['contract_end_date', 'probation_end_date'])
  })

  it('takes three decimals of fte and two of weekly hours, and refuses more instead of rounding', async () => {
    const hr = await (await server.company()).as('hr')
    const job = async (more: object) => {
      const { person } = await hr.call('org_people_hire', { ...ada, ...more }, { dryRun: true })
      return [person.job?.fte, person.job?.weekly_hours]
    }
    for (const fte of [0, 0.001, 0.1, 0.29, 0.333, 0.57, 0.7, 0.999, 1])
      expect(await job({ fte }), String(fte)).to.deep.equal([fte, null])
    for (const weekly_hours of [0, 0.07, 8.2, 37.5, 38.25, 79.99, 80])
      expect(await job({ weekly_hours }), String(weekly_hours)).to.deep.equal([1, weekly_hours])
    for (const wrong of [{ fte: 0.3333 }, { fte: 1e-7 }, { weekly_hours: 37.125 }, { weekly_hours: 1 / 3 }]) {
      const error = await refused(hr.call('org_people_hire', { ...ada, ...wrong }), 'validation_failed')
      expect(error.paths).to.deep.equal(Object.keys(wrong))
      expect(error.body.error.message).to.include('decimals')
    }
  })
})
