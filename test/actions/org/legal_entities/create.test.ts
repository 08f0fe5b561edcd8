import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.legal_entities.create', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('takes a legal name and a country, and fills in the rest', async () => {
    const { company, hr } = await story()
    const entity = await hr.call('org_legal_entities_create', { name: 'Acme SAS', country: 'FR' })
    expect(entity).to.deep.equal({
      id: entity.id,
      name: 'Acme SAS',
      country: 'FR',
      registration_number: null,
      tax_id: null,
      address: null,
      archived: false,
      member_count: 0,
    })
    const [entry] = await activityOf(server, company, 'org.legal_entities.create')
    expect(entry).to.deep.include({
      summary: 'Created the legal entity {subject}',
      subject_type: 'legal_entity',
      subject_id: entity.id,
      subject_name: 'Acme SAS',
      changes: [{ field: 'country', before: null, after: 'FR' }],
    })
  })

  it('keeps the registered address with its city', async () => {
    const { hr } = await story()
    const entity = await hr.call('org_legal_entities_create', {
      name: 'Acme Ltd',
      country: 'GB',
      registration_number: '01234567',
      tax_id: 'GB123',
      address: { line1: '1 High St', city: 'Leeds' },
    })
    expect(entity).to.deep.include({
      registration_number: '01234567',
      tax_id: 'GB123',
      address: { line1: '1 High St', line2: null, city: 'Leeds', region: null, postal_code: null },
    })
  })

  it('stores an address without any part as null', async () => {
    const { hr } = await story()
    const entity = await hr.call('org_legal_entities_create', {
      name: 'Bare',
      country: 'GB',
      address: { city: null },
    })
    expect(entity.address).to.equal(null)
  })

  it('refuses a name that another entity has, also in capitals', async () => {
    const { hr } = await story()
    await refused(hr.call('org_legal_entities_create', { name: 'COMPANY GMBH', country: 'DE' }), 'conflict')
  })

  it('creates one entity when twenty calls use the same name at once', async () => {
    const { hr } = await story()
    const { won, lost } = await race(
      Array.from({ length: 20 }, () =>
        hr.call('org_legal_entities_create', { name: 'Acme Srl', country: 'IT' }),
      ),
    )
    expect(won).to.have.length(1)
    expect(lost).to.deep.equal(Array(19).fill('conflict'))
  })
})
