import { expect } from 'chai'
import { verify } from '../../../support/receiver.ts'
import { subscribe, useReceiver } from '../../../support/webhooks.ts'

describe('webhooks.endpoints.test: deliveries', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('can be tried, also where an endpoint is off, and the feed has the test', async () => {
    const scene = await subscribe(here, await server.company())
    const { endpoint_id, web } = scene
    await web.call('webhooks_endpoints_update', { endpoint_id, enabled: false })
    const delivery = await web.call('webhooks_endpoints_test', { endpoint_id })
    expect(delivery).to.deep.include({ event_type: 'webhook.test', attempt: 0, status: 'pending' })
    const [request] = await receiver.wait(scene.path, 1)
    verify(request!, scene.secret)
    expect(request!.body).to.deep.include({ id: delivery.event_id, test: true, data: { endpoint_id } })
    expect((await scene.settled('succeeded', 1)).id).to.equal(delivery.id)
    const { events } = await web.call('webhooks_feed_list', { types: ['webhook.test'] })
    expect(events).to.have.length(1)
    const { cursor: _cursor, ...event } = events[0]!
    expect(event).to.deep.equal(request!.body)
  })

  it('go to the endpoint that is tried, once, and to no other one that gets all types', async () => {
    const company = await server.company()
    const types = ['unit.created', 'webhook.test']
    const [tried, other] = [await subscribe(here, company, types), await subscribe(here, company, types)]
    const delivery = await tried.web.call('webhooks_endpoints_test', { endpoint_id: tried.endpoint_id })
    await tried.settled('succeeded', 1)
    expect((await tried.deliveries()).map(({ id }) => id)).to.deep.equal([delivery.id])
    expect(await other.deliveries()).to.deep.equal([])
    await other.create()
    await receiver.wait(other.path, 1)
    expect(receiver.at(other.path).map(({ body }) => body.type)).to.deep.equal(['unit.created'])
  })
})
