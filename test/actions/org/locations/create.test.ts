import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.locations.create', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const make = async (name: string) => (await hr.call('org_locations_create', { name, country: 'DE' })).id!
    return { company, hr, make }
  }

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
          { field: 'city', before: null, after: 'Berlin' },
          { field: 'time_zone', before: null, after: 'Europe/Berlin' },
          { field: 'address', before: null, after: location.address },
          { field: 'kind', before: null, after: 'remote' },
        ],
      },
    ])
  })

  it('refuses countries and time zones that do not exist', async () => {
    const { hr } = await story()
    const wrong = { name: 'X', country: 'de', time_zone: 'Mars/Olympus' }
    const error = await refused(hr.call('org_locations_create', wrong), 'validation_failed')
    expect(error.paths).to.have.members(['country', 'time_zone'])
    const long = await refused(
      hr.call('org_locations_create', { name: 'X', country: 'DEU' }),
      'validation_failed',
    )
    expect(long.paths, 'one mistake, told once').to.deep.equal(['country'])
  })

  it('refuses a name that another location has, also in capitals', async () => {
    const { hr } = await story()
    await refused(hr.call('org_locations_create', { name: 'HEAD OFFICE', country: 'FR' }), 'conflict')
  })

  it('creates one location when twenty calls use the same name at once', async () => {
    const { hr } = await story()
    const { won, lost } = await race(
      Array.from({ length: 20 }, () => hr.call('org_locations_create', { name: 'Rome', country: 'IT' })),
    )
    expect(won).to.have.length(1)
    expect(lost).to.deep.equal(Array(19).fill('conflict'))
  })
})
