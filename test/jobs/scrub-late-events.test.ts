import { expect } from 'chai'
import { task as scrubLateEvents } from '../../src/jobs/scrub_late_events.ts'
import { interrupted } from '../support/race.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('scrub_late_events', () => {
  const server = useServer({})

  it('takes the erased out of what a call had read before, and wrote after', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { id: person_id } = await company.person({
      ...{ given_name: 'Zacharias', family_name: 'Canary', last_day: '2024-12-31' },
    })
    const { jobId } = await company.person({ manager_id: person_id })
    const { first, second } = await interrupted(
      server.db,
      'events',
      () => owner.call('org_people_correct_job', { job_id: jobId, title: 'Head' }),
      () => owner.call('org_people_erase', { person_id }),
    )
    await Promise.all([first, second])
    const payloads = async () =>
      JSON.stringify(
        (await server.db.query('select payload from events where org_id = $1', [company.id])).rows,
      )
    expect(await payloads()).to.include('Canary')
    await runJob(server, scrubLateEvents, new Date())
    expect(await payloads())
      .to.include('Erased person')
      .and.to.not.include('Canary')
    await runJob(server, scrubLateEvents, new Date())
  })
})
