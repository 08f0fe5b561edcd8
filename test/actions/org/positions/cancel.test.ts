import { expect } from 'chai'
import { readEvents } from '../../../support/events.ts'
import { useServer } from '../../../support/server.ts'

describe('org.positions.cancel: a position', () => {
  const server = useServer()

  it('is given up once, and stays among the closed ones', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await hr.call('org_positions_create', { title: 'Cook', status: 'draft' })
    expect((await hr.call('org_positions_cancel', { position_id: id })).status).to.equal('cancelled')
    expect(await hr.call('org_positions_list', {})).to.deep.equal([])
    const [closed] = await hr.call('org_positions_list', { status: 'closed' })
    expect(closed).to.deep.include({ id, status: 'cancelled', filled_on: null })
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.slice(-2)).to.deep.equal(['position.created', 'position.cancelled'])
  })
})
