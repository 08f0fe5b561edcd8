import { expect } from 'chai'
import { actor, setRules } from '../support/approvals.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'
import { told } from '../support/warnings.ts'

describe('somebody whose manager has left', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('reports to nobody in answers, events and the chart, while the job history keeps the manager', async () => {
    const company = await server.company()
    const boss = await company.person()
    const { id } = await company.person({ manager_id: boss.id })
    const hr = await company.as('hr')
    await hr.call('org_people_terminate', { person_id: boss.id, last_day: '2026-06-20' })

    const managers = async () => {
      const person = await hr.call('org_people_get', { person_id: id })
      const { nodes } = await hr.call('org_people_chart', {})
      const { jobs } = await hr.call('org_people_timeline', { person_id: id })
      return {
        person: person.manager?.id ?? null,
        job: person.job!.manager?.id,
        chart: nodes.find((node) => node.person.id === id)!.manager_id,
        history: jobs.map(({ manager }) => manager?.id),
      }
    }
    const kept = { job: boss.id, history: [boss.id] }
    expect(await managers()).to.deep.equal({ ...kept, person: boss.id, chart: boss.id })
    server.now = new Date('2026-06-21T12:00:00Z')
    expect(await managers()).to.deep.equal({ ...kept, person: null, chart: null })

    await hr.call('org_people_change_job', {
      person_id: id,
      effective_date: '2026-06-21',
      reason: 'promotion',
      title: 'Chief',
    })
    const events = await readEvents(server.db, company)
    const event = events.find(({ type }) => type === 'person.job_changed')!
    expect(event).to.deep.nested.include({ 'payload.person.manager': null })
    expect(event).to.nested.include({ 'payload.job.manager.id': boss.id })
    expect(await managers()).to.deep.include({ person: null, job: boss.id })
  })
})

describe('somebody who has left and is to come back', () => {
  const server = useServer()
  const returns = '2027-03-01'
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))
  const today = (day: string) => (server.now = new Date(`${day}T12:00:00Z`))

  /** Jonas led Hardware, left yesterday, and is hired again for 2027. */
  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const chief = await company.person({ given_name: 'Cleo', family_name: 'Chief' })
    const jonas = await company.person({
      given_name: 'Jonas',
      family_name: 'Hart',
      manager_id: chief.id,
      last_day: '2026-06-14',
    })
    const above = await company.unit({ name: 'Products', head_person_id: chief.id })
    const unit_id = await company.unit({ name: 'Hardware', parent_id: above, head_person_id: jonas.id })
    const other = await company.unit({ name: 'Software' })
    const report = await company.person({ manager_id: jonas.id, unit_id })
    const warnings = told(
      await hr.call('org_people_rehire', {
        person_id: jonas.id,
        start_date: returns,
        title: 'Head',
        manager_id: chief.id,
      }),
    )
    expect(warnings.join()).to.include('From the start date on')
    return { company, hr, chief, jonas, unit_id, other, report }
  }

  it("is nobody's manager and leads nothing until that day, and then both again", async () => {
    const { hr, jonas, unit_id, report } = await story()
    const seen = async () => {
      const person = await hr.call('org_people_get', { person_id: report.id })
      const { people } = await hr.call('org_people_list', { unit_id })
      const { nodes } = await hr.call('org_people_chart', {})
      const units = await hr.call('org_units_list', {})
      return [
        person.manager?.id,
        people.find(({ id }) => id === report.id)!.manager?.id,
        nodes.find((node) => node.person.id === report.id)!.manager_id,
        units.find(({ id }) => id === unit_id)!.head?.id,
      ]
    }
    const gone = [undefined, undefined, null, undefined]
    expect(await seen()).to.deep.equal(gone)
    today('2027-02-28')
    expect(await seen()).to.deep.equal(gone)
    today(returns)
    expect(await seen()).to.deep.equal([jonas.id, jonas.id, jonas.id, jonas.id])
  })

  it("is told in events as nobody's manager", async () => {
    const { company, hr, report } = await story()
    await hr.call('org_people_change_job', {
      person_id: report.id,
      effective_date: '2026-06-15',
      reason: 'promotion',
      title: 'Chief',
    })
    const events = await readEvents(server.db, company)
    expect(events.find(({ type }) => type === 'person.job_changed')).to.deep.nested.include({
      'payload.person.manager': null,
    })
  })

  it('becomes the lead of no unit before that day, and is not among the leads of others', async () => {
    const { hr, jonas, unit_id, other } = await story()
    const lead = { unit_id: other, person_id: jonas.id }
    for (const call of [
      () => hr.call('org_units_set_head', lead),
      () => hr.call('org_units_set_head', { ...lead, unit_id }),
      () => hr.call('org_units_update', { unit_id: other, head_person_id: jonas.id }),
    ]) {
      const { body } = await refused(call(), 'conflict')
      expect(body.error.details![0]).to.include({ code: 'lead_has_left', record_id: jonas.id })
    }
    today(returns)
    const { also_heads } = await hr.call('org_units_set_head', lead)
    expect(also_heads).to.deep.equal([{ id: unit_id, name: 'Hardware' }])
  })

  it('is the manager of those who join the unit by then, and of others only when named', async () => {
    const { company, hr, chief, jonas, unit_id } = await story()
    const hire = (start_date: string, more: object = {}) =>
      hr.call(
        'org_people_hire',
        {
          given_name: 'Ada',
          family_name: 'Lovelace',
          work_email: 'ada@company.example',
          title: 'Engineer',
          start_date,
          unit_id,
          ...more,
        },
        { dryRun: true },
      )
    const soon = await hire('2027-02-28')
    expect([soon.person.next_job!.manager, soon.manager_from_lead, told(soon)]).to.deep.equal([
      null,
      null,
      [
        'No manager was given, and the lead of Hardware has left, or will have by then: nobody is above this person.',
      ],
    ])
    const then = await hire(returns)
    expect([then.person.next_job!.manager?.id, told(then)]).to.deep.equal([jonas.id, []])
    const named = await hire('2026-07-01', { manager_id: jonas.id })
    expect([named.person.next_job!.manager?.id, told(named)]).to.deep.equal([
      jonas.id,
      ['The manager only starts on 2027-03-01: until then nobody is above this person.'],
    ])

    const { id: person_id } = await company.person({ manager_id: chief.id })
    const move = { person_id, effective_date: '2026-07-01', reason: 'transfer', unit_id } as const
    const moved = await hr.call('org_people_change_job', move, { dryRun: true })
    expect([moved.job.manager?.id, told(moved)[0]]).to.deep.equal([
      chief.id,
      'No manager was given, and the lead of Hardware has left, or will have by then: the manager stays the same.',
    ])
    const later = { ...move, effective_date: returns }
    expect(told(await hr.call('org_people_change_job', later))).to.deep.equal([
      `No manager was given: the lead of Hardware, Jonas Hart (id ${jonas.id}), becomes the manager.`,
    ])
  })

  it('does not hand down the unit above to a lead who joins the own unit', async () => {
    const { company, hr, chief, jonas } = await story()
    const { id: person_id } = await company.person()
    const units = await hr.call('org_units_list', {})
    const hardware = units.find(({ name }) => name === 'Hardware')!.id
    const unit_id = await company.unit({ name: 'Lab', parent_id: hardware, head_person_id: person_id })
    const joins = async (effective_date: string) => {
      const change = { person_id, effective_date, reason: 'transfer', unit_id } as const
      return (await hr.call('org_people_change_job', change, { dryRun: true })).job.manager?.id
    }
    expect([await joins('2026-07-01'), await joins(returns)]).to.deep.equal([chief.id, jonas.id])
  })

  it('decides no approval: whose turn it is hears that the manager has left', async () => {
    const { company, unit_id, report } = await story()
    const proposer = await actor(server, company, 'hr')
    const lead = await actor(server, company, 'member', { given_name: 'Lea', family_name: 'Lead' })
    await setRules(server, company, { job_change: 'manager' })
    await server.db.query('update units set head_person_id = $2 where org_id = $1 and id = $3', [
      company.id,
      lead.personId,
      unit_id,
    ])
    const { approval } = await proposer.key.call('org_people_change_job', {
      person_id: report.id,
      effective_date: '2026-07-01',
      reason: 'change',
      title: 'Author',
    })
    expect(approval).to.deep.include({
      approvers: ['Lea Lead'],
      team_lead: { unit_id, unit_name: 'Hardware', reason: 'manager_left' },
    })
  })
})
