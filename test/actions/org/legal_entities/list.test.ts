import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('org.legal_entities.list', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('answers by name to anyone, archived ones on request, and counts who is employed today', async () => {
    const { company, hr } = await story()
    const old = await hr.call('org_legal_entities_create', { name: 'zeta', country: 'FR' })
    const acme = await hr.call('org_legal_entities_create', { name: 'Acme', country: 'NO' })
    await hr.call('org_legal_entities_archive', { legal_entity_id: old.id! })
    await company.person({ legal_entity_id: acme.id! })
    await company.person({ legal_entity_id: acme.id!, start_date: '2999-01-01' })
    await company.person({ legal_entity_id: acme.id!, last_day: '2020-12-31' })
    const member = await company.as('member')
    const shown = await member.call('org_legal_entities_list', {})
    expect(shown.map(({ name, member_count }) => [name, member_count])).to.deep.equal([
      ['Acme', 1],
      ['Company GmbH', 0],
    ])
    const all = await member.call('org_legal_entities_list', { include_archived: true })
    expect(all.map(({ name, archived }) => [name, archived])).to.deep.equal([
      ['Acme', false],
      ['Company GmbH', false],
      ['zeta', true],
    ])
  })
})
