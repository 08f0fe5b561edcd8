import { expect } from 'chai'
import { until } from '../../../support/wait.ts'
import { subscribe, useReceiver } from '../../../support/webhooks.ts'

describe('webhooks.deliveries.list: deliveries', () => {
  const here = useReceiver()
  const { server } = here

  it('are listed in pages, and by status', async () => {
    const scene = await subscribe(here, await server.company())
    for (let n = 0; n < 3; n++) await scene.create()
    await until('all succeeded', async () => {
      const all = await scene.deliveries()
      return all.length === 3 && all.every(({ status }) => status === 'succeeded')
    })
    const { endpoint_id, web } = scene
    const first = await web.call('webhooks_deliveries_list', { endpoint_id, limit: 2 })
    const second = await web.call('webhooks_deliveries_list', {
      endpoint_id,
      limit: 2,
      before: first.next_before!,
    })
    expect([...first.items, ...second.items]).to.deep.equal(await scene.deliveries())
    expect(second.next_before).to.equal(null)
    expect(
      (await web.call('webhooks_deliveries_list', { endpoint_id, status: 'failed' })).items,
    ).to.deep.equal([])
    expect(
      (await web.post('/v1/webhooks/deliveries.list', { endpoint_id, before: 'x' })).body.error.details[0]
        .code,
    ).to.equal('bad_cursor')
  })

  it('are those of the last 30 days', async () => {
    const company = await server.company()
    const scene = await subscribe(here, company)
    await scene.create()
    const { created_at } = await scene.settled('succeeded', 1)
    const key = await company.as('owner')
    const countAt = async (ms: number) => {
      server.now = new Date(Date.parse(created_at) + 30 * 86_400_000 + ms)
      return (await key.call('webhooks_deliveries_list', { endpoint_id: scene.endpoint_id })).items.length
    }
    expect([await countAt(0), await countAt(1)]).to.deep.equal([1, 0])
  })
})
