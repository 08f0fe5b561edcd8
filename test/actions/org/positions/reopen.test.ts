import { expect } from 'chai'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { unique, useServer } from '../../../support/server.ts'

describe('org.positions.reopen: a position', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('opens again while its hire has not started, or when they left on their first day', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const hired = async (start_date: string) => {
      const position = await hr.call('org_positions_create', { title: 'Cook' })
      const { person } = await hr.call('org_people_hire', {
        ...{ given_name: 'Pat', family_name: unique('Person'), work_email: `${unique('p')}@company.example` },
        ...{ title: 'Cook', start_date, position_id: position.id },
      })
      return { id: position.id, personId: person.id }
    }
    const get = async (id: string) => hr.call('org_positions_get', { position_id: id })
    const soon = await hired('2026-06-16')
    const today = await hired('2026-06-15')
    const gone = await hired('2026-06-15')
    await hr.call('org_people_terminate', { person_id: gone.personId, last_day: '2026-06-15' })
    expect([
      (await get(soon.id)).can_reopen,
      (await get(today.id)).can_reopen,
      (await get(gone.id)).can_reopen,
    ]).to.deep.equal([true, false, true])
    for (const { id } of [soon, gone]) {
      const opened = await hr.call('org_positions_reopen', { position_id: id })
      expect(opened).to.deep.include({ status: 'open', filled_by: null, filled_on: null, can_reopen: false })
    }
    await refused(hr.call('org_positions_reopen', { position_id: today.id }), 'conflict')
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect(event!.type).to.equal('position.reopened')
    server.now = new Date('2026-06-16T12:00:00Z')
    const started = await hired('2026-06-17')
    server.now = new Date('2026-06-17T12:00:00Z')
    expect((await get(started.id)).can_reopen).to.equal(false)
  })

  it('opens again when the rehire that filled it was taken back', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ last_day: '2026-01-31' })
    await hr.call('org_people_rehire', { person_id: id, start_date: '2026-08-01', title: 'Cook' })
    const position = await hr.call('org_positions_create', { title: 'Cook' })
    await hr.call('org_positions_fill', { position_id: position.id, person_id: id })
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    await hr.call('org_people_remove_job', { job_id: jobs.at(-1)!.id })
    expect((await hr.call('org_positions_reopen', { position_id: position.id })).status).to.equal('open')
  })
})
