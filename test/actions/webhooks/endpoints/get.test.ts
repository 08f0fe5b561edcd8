import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('webhooks.endpoints.get', () => {
  const server = useServer()

  it('answers what the list answers', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const url = 'https://hooks.example.com/'
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', {
      url,
      event_types: ['person.hired'],
    })
    const [listed] = await web.call('webhooks_endpoints_list', {})
    expect(await web.call('webhooks_endpoints_get', { endpoint_id })).to.deep.equal(listed)
  })
})
