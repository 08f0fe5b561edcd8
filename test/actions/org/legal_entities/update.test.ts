import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.legal_entities.update', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('changes what is given and clears what is null', async () => {
    const { company, hr } = await story()
    const { id } = await hr.call('org_legal_entities_create', {
      name: 'Old GmbH',
      country: 'DE',
      tax_id: 'DE1',
      address: { city: 'Bonn' },
    })
    const entity = await hr.call('org_legal_entities_update', {
      legal_entity_id: id!,
      name: 'New GmbH',
      tax_id: null,
    })
    expect(entity).to.deep.include({ name: 'New GmbH', country: 'DE', tax_id: null })
    expect(entity.address).to.include({ city: 'Bonn' })
    const listed = await hr.call('org_legal_entities_list', {})
    expect(listed.find((row) => row.id === id)).to.deep.equal(entity)
    const [entry] = await activityOf(server, company, 'org.legal_entities.update')
    expect(entry?.changes).to.have.deep.members([
      { field: 'name', before: 'Old GmbH', after: 'New GmbH' },
      { field: 'tax_id', before: 'DE1', after: null },
    ])
    const event = (await readEvents(server.db, company)).at(-1)
    expect(event).to.deep.nested.include({
      type: 'legal_entity.updated',
      'payload.changed': ['name', 'tax_id'],
      'payload.legal_entity.name': 'New GmbH',
      'payload.legal_entity.tax_id': null,
    })
  })

  it('writes and records nothing when nothing differs', async () => {
    const { company, hr } = await story()
    const made = await hr.call('org_legal_entities_create', {
      name: 'Same',
      country: 'DE',
      address: { city: 'Bonn' },
    })
    const same = { legal_entity_id: made.id!, name: 'Same', tax_id: null, address: { city: 'Bonn' } }
    expect(await hr.call('org_legal_entities_update', same)).to.deep.equal(made)
    expect(await activityOf(server, company, 'org.legal_entities.update')).to.deep.equal([])
  })

  it('refuses a taken name', async () => {
    const { company, hr } = await story()
    await hr.call('org_legal_entities_create', { name: 'Taken', country: 'AT' })
    await refused(
      hr.call('org_legal_entities_update', { legal_entity_id: company.legalEntity, name: 'TAKEN' }),
      'conflict',
    )
  })
})
