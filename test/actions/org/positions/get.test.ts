import { expect } from 'chai'
import { actor } from '../../../support/approvals.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.positions.get: a position', () => {
  const server = useServer()

  it('is not there for whoever does not see it, whatever it is', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await actor(server, company, 'member')
    const { id } = await hr.call('org_positions_create', {
      title: 'Cook',
      reports_to_person_id: boss.personId,
    })
    expect((await boss.key.call('org_positions_get', { position_id: id })).title).to.equal('Cook')
    const other = await actor(server, company, 'member')
    await refused(other.key.call('org_positions_get', { position_id: id }), 'not_found')
    await hr.call('org_positions_cancel', { position_id: id })
    await refused(boss.key.call('org_positions_get', { position_id: id }), 'not_found')
    expect((await hr.call('org_positions_get', { position_id: id })).status).to.equal('cancelled')
  })
})
