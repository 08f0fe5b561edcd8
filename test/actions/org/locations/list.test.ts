import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('org.locations.list', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr')
    const make = async (name: string) => (await hr.call('org_locations_create', { name, country: 'DE' })).id!
    return { company, hr, make }
  }

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
