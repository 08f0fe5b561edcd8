import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.locations.archive', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const make = async (name: string) => (await hr.call('org_locations_create', { name, country: 'DE' })).id!
    return { company, hr, make }
  }

  it('archives once; the name stays taken, and the record can still be corrected', async () => {
    const { company, hr, make } = await story()
    const id = await make('Old')
    const archived = await hr.call('org_locations_archive', { location_id: id })
    expect(archived).to.include({ id, archived: true })
    expect(await hr.call('org_locations_archive', { location_id: id })).to.deep.equal(archived)
    expect(await activityOf(server, company, 'org.locations.archive')).to.have.length(1)
    await refused(hr.call('org_locations_create', { name: 'OLD', country: 'DE' }), 'conflict')
    const corrected = await hr.call('org_locations_update', { location_id: id, city: 'Bonn' })
    expect(corrected).to.include({ city: 'Bonn', archived: true })
  })

  it('refuses the only active location', async () => {
    const { company, hr } = await story()
    // An id in capitals is the same id.
    for (const id of [company.location, company.location.toUpperCase()]) {
      const archiving = hr.call('org_locations_archive', { location_id: id })
      const error = await refused(archiving, 'conflict')
      expect(error.message).to.contain('only active')
    }
  })

  it('refuses a location while people are assigned today or later, but not because of those who have left', async () => {
    const { company, hr, make } = await story()
    const [now, later, past] = [await make('Now'), await make('Later'), await make('Past')]
    server.now = new Date('2026-03-10T12:00:00Z')
    await company.person({ location_id: now, last_day: '2026-03-10' })
    await company.person({ location_id: later, start_date: '2026-03-11' })
    await company.person({ location_id: past, last_day: '2026-03-09' })
    for (const location_id of [now, later])
      await refused(hr.call('org_locations_archive', { location_id }), 'conflict')
    expect(await hr.call('org_locations_archive', { location_id: past })).to.include({ archived: true })
  })

  it('reports both problems when the only active location also has people', async () => {
    const { company, hr } = await story()
    await company.person({ location_id: company.location })
    const archiving = hr.call('org_locations_archive', { location_id: company.location })
    const { body } = await refused(archiving, 'conflict')
    expect(body.error.details?.map(({ code }) => code)).to.deep.equal([
      'last_active_location',
      'location_in_use',
    ])
  })

  it('never archives the last two at once', async () => {
    const { company, hr, make } = await story()
    const id = await make('Second')
    const { won, lost } = await race([
      hr.call('org_locations_archive', { location_id: company.location }),
      hr.call('org_locations_archive', { location_id: id }),
    ])
    expect(won).to.have.length(1)
    expect(lost).to.deep.equal(['conflict'])
  })

  it('waits for a call that is assigning somebody, and then finds that person', async () => {
    const { company, hr, make } = await story()
    const id = await make('Busy')
    const { jobId } = await company.person()
    const assigning = await server.db.connect()
    await assigning.query('begin')
    await assigning.query('update job_rows set location_id = $2 where id = $1', [jobId, id])
    const archiving = hr.call('org_locations_archive', { location_id: id })
    await untilBlocked(server.db, archiving)
    await assigning.query('commit')
    assigning.release()
    await refused(archiving, 'conflict')
  })
})
