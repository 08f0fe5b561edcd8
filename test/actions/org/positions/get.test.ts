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

  it('names whom it replaces to whoever sees that person’s job: every role of the company, and managers above', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const [viewer, manager] = [await actor(server, company, 'viewer'), await actor(server, company, 'member')]
    const leaver = await company.person({ given_name: 'Lea', family_name: 'Ver' })
    const [forViewer, forManager] = await Promise.all(
      [viewer, manager].map(({ personId }) =>
        hr.call('org_positions_create', {
          title: 'Cook',
          reason: 'replacement',
          reports_to_person_id: personId,
          replaces_person_id: leaver.id,
        }),
      ),
    )
    const seen = await viewer.key.call('org_positions_get', { position_id: forViewer!.id })
    expect(seen.replaces?.name).to.equal('Lea Ver')
    const hidden = await manager.key.call('org_positions_get', { position_id: forManager!.id })
    expect(hidden.replaces).to.equal(null)
  })

  it('names a draft or a cancelled position above it to nobody but HR', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await actor(server, company, 'viewer')
    const above = await hr.call('org_positions_create', {
      title: 'Secret head',
      reports_to_person_id: boss.personId,
    })
    const { id } = await hr.call('org_positions_create', {
      title: 'Cook',
      reports_to_position_id: above.id,
    })
    const titles = async () =>
      Promise.all(
        [hr, boss.key].map(
          async (client) =>
            (await client.call('org_positions_get', { position_id: id })).reports_to_position?.title ?? null,
        ),
      )
    expect(await titles()).to.deep.equal(['Secret head', 'Secret head'])
    await hr.call('org_positions_cancel', { position_id: above.id })
    expect(await titles()).to.deep.equal(['Secret head', null])
    const draft = await hr.call('org_positions_create', {
      title: 'Plan',
      status: 'draft',
      reports_to_person_id: boss.personId,
    })
    await hr.call('org_positions_update', { position_id: id, reports_to_position_id: draft.id })
    expect(await titles()).to.deep.equal(['Plan', null])
    const [listed] = await boss.key.call('org_positions_list', {})
    expect(listed?.reports_to_position).to.equal(null)
  })
})
