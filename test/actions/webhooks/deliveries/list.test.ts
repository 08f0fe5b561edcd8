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
})
