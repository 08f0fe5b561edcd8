import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.people.timeline', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('answers past, current and scheduled rows of all employments, oldest first', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id } = await company.person({ start_date: '2020-01-01', title: 'Editor' })
    const change = (effective_date: string, title: string) =>
      hr.call('org_people_change_job', { person_id: id, effective_date, reason: 'promotion', title })
    await change('2022-01-01', 'Senior Editor')
    await change('2027-01-01', 'Head of Product')
    await hr.call('org_people_terminate', {
      person_id: id,
      last_day: '2027-06-30',
      type: 'mutual',
      reason: 'The office moves',
    })
    await hr.call('org_people_rehire', { person_id: id, start_date: '2028-01-01', title: 'Adviser' })

    const { person_id, jobs, employments } = await hr.call('org_people_timeline', { person_id: id })
    expect(person_id).to.equal(id)
    expect(
      jobs.map((job) => [job.valid_from, job.valid_to, job.title, job.reason, job.end_reason]),
    ).to.deep.equal([
      ['2020-01-01', '2021-12-31', 'Editor', 'hire', null],
      ['2022-01-01', '2026-12-31', 'Senior Editor', 'promotion', null],
      ['2027-01-01', '2027-06-30', 'Head of Product', 'promotion', 'The office moves'],
      ['2028-01-01', null, 'Adviser', 'rehire', null],
    ])
    expect(employments).to.deep.equal([
      { start_date: '2020-01-01', last_day: '2027-06-30', end_type: 'mutual' },
      { start_date: '2028-01-01', last_day: null, end_type: null },
    ])
  })

  it("gives the names of today, but the title of the row's own time", async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const unit_id = await company.unit({ name: 'Press' })
    const manager = await company.person({
      given_name: 'Grace',
      family_name: 'Hopper',
      title: 'Editor in chief',
    })
    const { id } = await company.person({ title: 'Reporter', unit_id, manager_id: manager.id })
    await hr.call('org_units_update', { unit_id, name: 'Newsroom' })
    await hr.call('org_people_change_job', {
      person_id: manager.id,
      effective_date: '2026-06-15',
      reason: 'change',
      title: 'Publisher',
    })
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    expect(jobs[0]).to.deep.include({
      title: 'Reporter',
      unit: { id: unit_id, name: 'Newsroom' },
      manager: { id: manager.id, name: 'Grace Hopper', title: 'Publisher', photo_url: null },
    })
  })

  it('is for the person, all managers above and manage roles; others are refused', async () => {
    const company = await server.company()
    const boss = await company.person()
    const lead = await company.person({ manager_id: boss.id })
    const { id } = await company.person({ manager_id: lead.id })
    const as = async (personId: string) => company.key(await company.member('member', { personId }), 'me')
    const asLead = await as(lead.id)
    for (const caller of [await as(id), asLead, await as(boss.id), await company.as('viewer')])
      expect((await caller.call('org_people_timeline', { person_id: id })).jobs).to.have.length(1)
    const peer = await company.person({ manager_id: lead.id })
    const { body } = await refused(
      (await as(peer.id)).call('org_people_timeline', { person_id: id }),
      'forbidden',
    )
    expect(body.error.details![0]).to.include({ path: 'person_id', code: 'history_needs_job_tier' })
    await refused(asLead.call('org_people_timeline', { person_id: boss.id }), 'forbidden')
  })
})
