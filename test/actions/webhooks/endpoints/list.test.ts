import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('webhooks.endpoints.list', () => {
  const server = useServer()

  it('has the endpoints of the company, oldest first, without deleted ones and those of others', async () => {
    const [company, other] = [await server.company(), await server.company()]
    const web = await company.as('owner', 'web')
    const make = (host: string) =>
      web.call('webhooks_endpoints_create', {
        url: `https://${host}.example.com/`,
        event_types: ['person.hired'],
      })
    const made = [await make('one'), await make('two'), await make('three')]
    await web.call('webhooks_endpoints_delete', { endpoint_id: made[1]!.id })
    const listed = await web.call('webhooks_endpoints_list', {})
    expect(listed.map(({ id }) => id)).to.deep.equal([made[0]!.id, made[2]!.id])
    expect(JSON.stringify(listed)).not.to.include(made[0]!.secret!)
    expect(await (await other.as('owner')).call('webhooks_endpoints_list', {})).to.deep.equal([])
  })

  for (const role of ['hr', 'viewer', 'member'] as const)
    it(`is not for the role ${role}`, async () => {
      const caller = await (await server.company()).as(role)
      expect((await caller.post('/v1/webhooks/endpoints.list', {})).status).to.equal(403)
    })
})
