import { expect } from 'chai'
import { readEvents } from '../support/events.ts'
import { useServer } from '../support/server.ts'

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
