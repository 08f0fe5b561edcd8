import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { subscribe, useReceiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

const noLonger = 'The endpoint does not get events of this type any more.'

describe('deliveries of a type that an endpoint does not get any more', () => {
  const here = useReceiver()
  const { server, receiver } = here

  /** An endpoint of two types at which an event has failed once, and is tried again. */
  async function failing() {
    const scene = await subscribe(here, await server.company(), ['unit.created', 'unit.updated'])
    server.now = new Date('2026-06-15T12:00:00Z')
    receiver.answer(scene.path, (response) => void response.writeHead(500).end())
    await scene.create()
    const { next_attempt_at } = await scene.settled('pending', 1)
    const change = (event_types: string[]) =>
      scene.web.call('webhooks_endpoints_update', { endpoint_id: scene.endpoint_id, event_types })
    return { ...scene, change, next: new Date(next_attempt_at!) }
  }

  it('fail at once, are not tried again, and tell what was answered before', async () => {
    const { change, deliveries, next, path, create } = await failing()
    await change(['unit.updated'])
    const given = {
      status: 'failed',
      attempt: 1,
      response_status: 500,
      next_attempt_at: null,
      error: noLonger,
    }
    expect((await deliveries())[0]).to.deep.include(given)
    receiver.answer(path, undefined)
    server.now = next
    await change(['unit.created'])
    await create()
    await until('the next one arrived', async () => (await deliveries())[0]?.status === 'succeeded')
    expect(receiver.at(path)).to.have.length(2)
    expect((await deliveries())[1]).to.deep.include(given)
  })

  it('stay to be tried when other types are taken away', async () => {
    const { change, next, path, settled } = await failing()
    await change(['unit.created'])
    receiver.answer(path, undefined)
    server.now = next
    await settled('succeeded', 2)
  })

  it('are not tried again by a worker that had taken one when that changed', async () => {
    const scene = await subscribe(here, await server.company(), ['unit.created', 'unit.updated'])
    const { web, endpoint_id, path, create, settled, deliveries } = scene
    server.now = new Date('2026-06-15T12:00:00Z')
    const held: ServerResponse[] = []
    receiver.answer(path, (response) => void held.push(response))
    await create()
    await receiver.wait(path, 1)
    await web.call('webhooks_endpoints_update', { endpoint_id, event_types: ['unit.updated'] })
    held[0]!.writeHead(503).end()
    const { next_attempt_at } = await settled('pending', 1)
    server.now = new Date(next_attempt_at!)
    await settled('failed', 1)
    expect((await deliveries())[0]).to.deep.include({ error: noLonger, response_status: 503 })
    expect(receiver.at(path)).to.have.length(1)
  })

  it('are not sent again by hand, until the endpoint gets the type again', async () => {
    const { web, endpoint_id, change, deliveries, path } = await failing()
    await change(['unit.updated'])
    const delivery_id = (await deliveries())[0]!.id
    const { status, body } = await web.post('/v1/webhooks/deliveries.resend', { delivery_id })
    expect([status, body.error.details[0]]).to.deep.equal([
      409,
      {
        path: 'delivery_id',
        code: 'type_not_subscribed',
        message: 'The endpoint does not get unit.created any more. Add it to its event_types, and try again.',
        params: { type: 'unit.created' },
        record_id: endpoint_id,
      },
    ])
    const all = { endpoint_id, failed_since: '2026-01-01T00:00:00Z' }
    expect((await web.call('webhooks_deliveries_resend', all)).count).to.equal(0)
    await change(['unit.created'])
    expect((await web.call('webhooks_deliveries_resend', all)).count).to.equal(1)
    await receiver.wait(path, 2)
  })
})

describe('deliveries that nobody is to be sent', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('tell what was answered before their endpoint was off', async () => {
    const scene = await subscribe(here, await server.company())
    const { web, endpoint_id, path, create, settled } = scene
    server.now = new Date('2026-06-15T12:00:00Z')
    const held: ServerResponse[] = []
    receiver.answer(path, (response) => void held.push(response))
    await create()
    await receiver.wait(path, 1)
    await web.call('webhooks_endpoints_update', { endpoint_id, enabled: false })
    held[0]!.writeHead(502).end()
    const { next_attempt_at, duration_ms } = await settled('pending', 1)
    server.now = new Date(next_attempt_at!)
    expect(await settled('failed', 1)).to.deep.include({
      error: 'The endpoint was turned off or deleted.',
      response_status: 502,
      duration_ms,
    })
  })
})
