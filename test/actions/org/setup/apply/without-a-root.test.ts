import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply in an organization that is not set up', () => {
  const server = useServer()

  it('asks for setup.init first, also when new units are below each other', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await server.db.query('delete from units where org_id = $1', [company.id])
    const setup = owner.call('org_setup_apply', {
      units: [
        { name: 'Quality', kind: 'team', parent: 'Product' },
        { name: 'Product', kind: 'division' },
      ],
    })
    const { body } = await refused(setup, 'conflict')
    expect(body.error.details!.map(({ code }) => code)).to.deep.equal(['company_root_missing'])
  })
})
