import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.legal_entities.archive', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('archives once, and the name stays taken', async () => {
    const { company, hr } = await story()
    const { id } = await hr.call('org_legal_entities_create', { name: 'Old', country: 'DE' })
    const archived = await hr.call('org_legal_entities_archive', { legal_entity_id: id! })
    expect(archived).to.include({ id, archived: true })
    expect(await hr.call('org_legal_entities_archive', { legal_entity_id: id! })).to.deep.equal(archived)
    expect(await activityOf(server, company, 'org.legal_entities.archive')).to.have.length(1)
    await refused(hr.call('org_legal_entities_create', { name: 'OLD', country: 'DE' }), 'conflict')
  })

  it('refuses the only active entity, and one that employs people today or later', async () => {
    const { company, hr } = await story()
    const only = await refused(
      hr.call('org_legal_entities_archive', { legal_entity_id: company.legalEntity }),
      'conflict',
    )
    expect(only.message).to.contain('only active')
    const { id } = await hr.call('org_legal_entities_create', { name: 'Employer', country: 'DE' })
    await company.person({ legal_entity_id: id!, start_date: '2999-01-01' })
    const employing = await refused(
      hr.call('org_legal_entities_archive', { legal_entity_id: id! }),
      'conflict',
    )
    expect(employing.message).to.contain('today or later: 1')
  })

  it('archives an entity that everybody has left', async () => {
    const { company, hr } = await story()
    const { id } = await hr.call('org_legal_entities_create', { name: 'Empty', country: 'DE' })
    await company.person({ legal_entity_id: id!, last_day: '2020-12-31' })
    expect(await hr.call('org_legal_entities_archive', { legal_entity_id: id! })).to.include({
      archived: true,
    })
  })

  it('never archives the last two at once', async () => {
    const { company, hr } = await story()
    const { id } = await hr.call('org_legal_entities_create', { name: 'Second', country: 'DE' })
    const { won, lost } = await race([
      hr.call('org_legal_entities_archive', { legal_entity_id: company.legalEntity }),
      hr.call('org_legal_entities_archive', { legal_entity_id: id! }),
    ])
    expect(won).to.have.length(1)
    expect(lost).to.deep.equal(['conflict'])
  })
})
