import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { refused } from '../../support/expect.ts'
import { race, untilBlocked } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('locations', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const make = async (name: string) => (await hr.call('org_locations_create', { name, country: 'DE' })).id!
    return { company, hr, make }
  }

  describe('org_locations_create', () => {
    it('takes a name and a country, and fills in the rest', async () => {
      const { hr } = await story()
      const location = await hr.call('org_locations_create', { name: 'Lyon', country: 'FR' })
      expect(location).to.deep.equal({
        id: location.id,
        name: 'Lyon',
        country: 'FR',
        city: null,
        time_zone: null,
        address: null,
        kind: 'office',
        archived: false,
        member_count: 0,
      })
    })

    it('keeps all that is given, and an address with every part', async () => {
      const { company, hr } = await story()
      const address = { line1: 'Torstr. 1', postal_code: '10119' }
      const given = {
        name: 'Berlin',
        country: 'DE',
        city: 'Berlin',
        time_zone: 'Europe/Berlin',
        address,
        kind: 'remote' as const,
      }
      const location = await hr.call('org_locations_create', given)
      expect(location).to.deep.include({
        ...given,
        address: { line1: 'Torstr. 1', line2: null, region: null, postal_code: '10119' },
      })
      expect(await activityOf(server, company, 'org.locations.create')).to.deep.equal([
        {
          summary: 'Created the location {subject}',
          subject_type: 'location',
          subject_id: location.id,
          subject_name: 'Berlin',
          person_id: null,
          changes: [
            { field: 'country', before: null, after: 'DE' },
            { field: 'kind', before: null, after: 'remote' },
          ],
        },
      ])
    })

    it('refuses what is no country, time zone or part of an address, by path', async () => {
      const { hr } = await story()
      const wrong = {
        name: 'X',
        country: 'de',
        time_zone: 'Mars/Olympus',
        address: { street: 'Main' } as never,
      }
      const error = await refused(hr.call('org_locations_create', wrong), 'validation_failed')
      expect(error.paths).to.have.members(['country', 'time_zone', 'address.street'])
      await refused(
        hr.call('org_locations_create', { name: 'n'.repeat(101), country: 'DE' }),
        'validation_failed',
      )
    })

    it('refuses a name that another location has, whatever the case', async () => {
      const { hr } = await story()
      await refused(hr.call('org_locations_create', { name: 'HEAD OFFICE', country: 'FR' }), 'conflict')
    })

    it('keeps nothing of a dry run, and replays a repeated call', async () => {
      const { hr } = await story()
      expect(
        (await hr.call('org_locations_create', { name: 'Oslo', country: 'NO' }, { dryRun: true })).id,
      ).to.equal(null)
      const first = await hr.call(
        'org_locations_create',
        { name: 'Oslo', country: 'NO' },
        { idempotencyKey: 'l1' },
      )
      const again = await hr.call(
        'org_locations_create',
        { name: 'Oslo', country: 'NO' },
        { idempotencyKey: 'l1' },
      )
      expect(again).to.deep.equal(first)
    })

    it('makes one location when twenty ask for the same name at once', async () => {
      const { hr } = await story()
      const { won, lost } = await race(
        Array.from({ length: 20 }, () => hr.call('org_locations_create', { name: 'Rome', country: 'IT' })),
      )
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(Array(19).fill('conflict'))
    })

    it('is for owner, admin and HR', async () => {
      const company = await server.company()
      for (const role of ['viewer', 'member'] as const)
        await refused(
          (await company.as(role)).call('org_locations_create', { name: role, country: 'DE' }),
          'forbidden',
        )
      for (const role of ['owner', 'admin'] as const)
        await (await company.as(role)).call('org_locations_create', { name: role, country: 'DE' })
    })
  })

  describe('org_locations_list', () => {
    it('answers by name to anyone, archived ones on request, and counts who is assigned today', async () => {
      const { company, hr } = await story()
      const paris = await hr.call('org_locations_create', { name: 'paris', country: 'FR' })
      const oslo = await hr.call('org_locations_create', { name: 'Oslo', country: 'NO' })
      await hr.call('org_locations_archive', { location_id: paris.id! })
      await company.person({ location_id: oslo.id! })
      await company.person({ location_id: oslo.id!, start_date: '2999-01-01' })
      await company.person({ location_id: oslo.id!, last_day: '2020-12-31' })
      const member = await company.as('member')
      const shown = await member.call('org_locations_list', {})
      expect(shown.map(({ name, member_count }) => [name, member_count])).to.deep.equal([
        ['Head office', 0],
        ['Oslo', 1],
      ])
      const all = await member.call('org_locations_list', { include_archived: true })
      expect(all.map(({ name, archived }) => [name, archived])).to.deep.equal([
        ['Head office', false],
        ['Oslo', false],
        ['paris', true],
      ])
    })
  })

  describe('org_locations_update', () => {
    it('changes what is given, clears what is null, and replaces an address as a whole', async () => {
      const { company, hr } = await story()
      const { id } = await hr.call('org_locations_create', {
        name: 'Bonn',
        country: 'DE',
        city: 'Bonn',
        time_zone: 'Europe/Berlin',
        address: { line1: 'Markt 1', region: 'NRW' },
      })
      const location = await hr.call('org_locations_update', {
        location_id: id!,
        name: 'Bonn 2',
        time_zone: null,
        address: { line1: 'Markt 2' },
      })
      expect(location).to.deep.include({
        id,
        name: 'Bonn 2',
        country: 'DE',
        city: 'Bonn',
        time_zone: null,
        address: { line1: 'Markt 2', line2: null, region: null, postal_code: null },
      })
      const listed = await hr.call('org_locations_list', {})
      expect(listed.find((row) => row.id === id)).to.deep.equal(location)
      const [entry] = await activityOf(server, company, 'org.locations.update')
      expect(entry?.subject_name).to.equal('Bonn 2')
      expect(entry?.changes.map(({ field }) => field)).to.have.members(['name', 'time_zone', 'address'])
      const bare = await hr.call('org_locations_update', { location_id: id!, address: null })
      expect(bare.address).to.equal(null)
    })

    it('writes and records nothing when nothing differs', async () => {
      const { company, hr } = await story()
      const address = { line1: 'Markt 1', line2: null, region: null, postal_code: '1' }
      const made = await hr.call('org_locations_create', { name: 'Same', country: 'DE', address })
      const same = {
        location_id: made.id!,
        name: 'Same',
        country: 'DE',
        city: null,
        address,
        kind: 'office' as const,
      }
      expect(await hr.call('org_locations_update', same)).to.deep.equal(made)
      expect(await activityOf(server, company, 'org.locations.update')).to.deep.equal([])
    })

    it('refuses a taken name, and knows no location of another organization', async () => {
      const { company, hr } = await story()
      const other = await server.company()
      await hr.call('org_locations_create', { name: 'Wien', country: 'AT' })
      await refused(
        hr.call('org_locations_update', { location_id: company.location, name: 'WIEN' }),
        'conflict',
      )
      const error = await refused(
        hr.call('org_locations_update', { location_id: other.location, name: 'Ours' }),
        'not_found',
      )
      expect(error.paths).to.deep.equal(['location_id'])
    })

    it('keeps nothing of a dry run, and replays a repeated call', async () => {
      const { company, hr } = await story()
      const rename = (name: string, options: object) =>
        hr.call('org_locations_update', { location_id: company.location, name }, options)
      expect(await rename('Tried', { dryRun: true })).to.include({ name: 'Tried' })
      const first = await rename('HQ', { idempotencyKey: 'r1' })
      expect(await rename('HQ', { idempotencyKey: 'r1' })).to.deep.equal(first)
      const entries = await activityOf(server, company, 'org.locations.update')
      expect(entries.map(({ changes }) => changes)).to.deep.equal([
        [{ field: 'name', before: 'Head office', after: 'HQ' }],
      ])
    })
  })

  describe('org_locations_archive', () => {
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

    it('keeps the only active location', async () => {
      const { company, hr } = await story()
      // An id in capitals is the same id.
      for (const id of [company.location, company.location.toUpperCase()]) {
        const archiving = hr.call('org_locations_archive', { location_id: id })
        const error = await refused(archiving, 'conflict')
        expect(error.message).to.contain('only active')
      }
    })

    it('keeps a location while people are assigned today or later, not for those who have left', async () => {
      const { company, hr, make } = await story()
      const [now, later, past] = [await make('Now'), await make('Later'), await make('Past')]
      server.now = new Date('2026-03-10T12:00:00Z')
      try {
        await company.person({ location_id: now, last_day: '2026-03-10' })
        await company.person({ location_id: later, start_date: '2026-03-11' })
        await company.person({ location_id: past, last_day: '2026-03-09' })
        for (const location_id of [now, later])
          await refused(hr.call('org_locations_archive', { location_id }), 'conflict')
        expect(await hr.call('org_locations_archive', { location_id: past })).to.include({ archived: true })
      } finally {
        server.now = undefined
      }
    })

    it('keeps nothing of a dry run, and knows no location of another organization', async () => {
      const { hr, make } = await story()
      const other = await server.company()
      const id = await make('Kept')
      expect(await hr.call('org_locations_archive', { location_id: id }, { dryRun: true })).to.include({
        archived: true,
      })
      expect(await hr.call('org_locations_list', {})).to.have.length(2)
      await refused(hr.call('org_locations_archive', { location_id: other.location }), 'not_found')
    })

    it('never takes the last two at once', async () => {
      const { company, hr, make } = await story()
      const id = await make('Second')
      const { won, lost } = await race([
        hr.call('org_locations_archive', { location_id: company.location }),
        hr.call('org_locations_archive', { location_id: id }),
      ])
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(['conflict'])
    })

    it('waits for somebody who is being assigned at this moment, and then sees them', async () => {
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
})
