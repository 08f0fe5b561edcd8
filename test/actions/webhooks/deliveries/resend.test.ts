import { expect } from 'chai'
import { enter } from '../../../support/access.ts'
import { refused } from '../../../support/expect.ts'
import { makeId } from '../../../support/ids.ts'
import { inUndoneTransaction, untilBlocked } from '../../../support/race.ts'
import { until } from '../../../support/wait.ts'
import { subscribe, useReceiver } from '../../../support/webhooks.ts'

describe('webhooks.deliveries.resend: deliveries', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('fail when their endpoint is turned off, and can be sent again: one, or all that failed', async () => {
    const scene = await subscribe(here, await server.company())
    const { endpoint_id, web } = scene
    receiver.answer(scene.path, (response) => void response.writeHead(500).end())
    for (let n = 0; n < 3; n++) await scene.create()
    await until('each was tried', async () => (await scene.deliveries()).every(({ attempt }) => attempt > 0))
    const [pending] = await scene.deliveries()
    const busy = await web.post('/v1/webhooks/deliveries.resend', { delivery_id: pending!.id })
    expect(busy.body.error.details[0].code).to.equal('delivery_is_pending')
    await web.call('webhooks_endpoints_update', { endpoint_id, enabled: false })
    const failed = await scene.deliveries()
    expect(failed.map(({ status, error }) => [status, error])).to.deep.equal(
      Array(3).fill(['failed', 'The endpoint was turned off or deleted.']),
    )
    const off = await web.post('/v1/webhooks/deliveries.resend', { delivery_id: failed[0]!.id })
    expect([off.status, off.body.error.details[0].code]).to.deep.equal([409, 'endpoint_is_off'])
    await web.call('webhooks_endpoints_update', { endpoint_id, enabled: true })
    receiver.answer(scene.path, undefined)
    const sent = receiver.at(scene.path).length
    const one = await web.call('webhooks_deliveries_resend', { delivery_id: failed[0]!.id })
    expect([one.count, one.more, one.delivery!.event_id]).to.deep.equal([1, false, failed[0]!.event_id])
    await receiver.wait(scene.path, sent + 1)
    await until('it succeeded', async () => (await scene.deliveries())[0]!.status === 'succeeded')
    const since = { endpoint_id, failed_since: '2026-01-01T00:00:00Z' }
    const all = await web.call('webhooks_deliveries_resend', since)
    expect([all.count, all.more, all.delivery]).to.deep.equal([2, false, null])
    await receiver.wait(scene.path, sent + 3)
    await until('all succeeded', async () =>
      (await scene.deliveries()).slice(0, 3).every(({ status }) => status === 'succeeded'),
    )
    const leap = { ...since, failed_since: '2016-12-31T23:59:60Z' }
    expect((await web.call('webhooks_deliveries_resend', leap)).count).to.equal(0)
    for (const input of [{}, { endpoint_id }, { ...since, delivery_id: failed[0]!.id }]) {
      const { body } = await web.post('/v1/webhooks/deliveries.resend', input)
      expect(body.error.details[0].code).to.equal('delivery_or_failed_since')
    }
    await server.db.query('delete from events where id = $1', [failed[1]!.event_id.slice(4)])
    const gone = await web.post('/v1/webhooks/deliveries.resend', { delivery_id: failed[1]!.id })
    expect(gone.body.error.details[0].code).to.equal('event_is_gone')
  })

  it('are sent again 1,000 at a time: the rest by another call', async () => {
    const company = await server.company()
    const { endpoint_id, web, create, deliveries } = await subscribe(here, company)
    await create()
    await until('it arrived', async () => (await deliveries())[0]?.status === 'succeeded')
    await server.db.query(
      `with copies as (
         insert into events (org_id, id, type, at, subject_id, payload, mentions)
         select e.org_id, gen_random_uuid(), e.type, e.at, e.subject_id, e.payload, e.mentions
           from events e cross join generate_series(1, 1001)
          where e.id = (select event_id from webhook_deliveries where endpoint_id = $1)
         returning org_id, id)
       insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, status, fault, attempt, created_at)
       select d.org_id, lpad(to_hex(row_number() over ()), 32, '0')::uuid, d.endpoint_id, c.id, d.event_type, 'failed', 'status', 8, d.created_at
         from copies c join webhook_deliveries d on d.endpoint_id = $1`,
      [endpoint_id],
    )
    const again = () =>
      web.call('webhooks_deliveries_resend', { endpoint_id, failed_since: '2026-01-01T00:00:00Z' })
    expect(await again()).to.deep.equal({ count: 1000, more: true, delivery: null })
    expect(await again()).to.deep.equal({ count: 1, more: false, delivery: null })
  })

  it('are not found when they are swept while the call waits for their endpoint', async () => {
    const company = await server.company()
    const scene = await enter(server, company, { role: 'owner', kind: 'web', person: false })
    const delivery_id = await makeId(scene, 'webhook_delivery')
    await inUndoneTransaction(server.db, async (sweep) => {
      await sweep.query('select 1 from webhook_endpoints where org_id = $1 for no key update', [company.id])
      const call = scene.client.call('webhooks_deliveries_resend', { delivery_id })
      await untilBlocked(server.db, call)
      await sweep.query('delete from webhook_deliveries where org_id = $1 and id = $2', [
        company.id,
        delivery_id,
      ])
      await sweep.query('commit')
      await refused(call, 'not_found')
    })
  })
})
