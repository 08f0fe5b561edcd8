import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.locations.update', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const make = async (name: string) => (await hr.call('org_locations_create', { name, country: 'DE' })).id!
    return { company, hr, make }
  }

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
    const event = (await readEvents(server.db, company)).at(-1)
    expect(event).to.deep.nested.include({
      type: 'location.updated',
      'payload.changed': ['name', 'time_zone', 'address'],
      'payload.location.name': 'Bonn 2',
      'payload.location.time_zone': null,
    })
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

  it('refuses a taken name', async () => {
    const { company, hr } = await story()
    await hr.call('org_locations_create', { name: 'Wien', country: 'AT' })
    await refused(
      hr.call('org_locations_update', { location_id: company.location, name: 'WIEN' }),
      'conflict',
    )
  })
})
