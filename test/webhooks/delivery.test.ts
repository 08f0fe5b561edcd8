import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { verify } from '../support/receiver.ts'
import { unique } from '../support/server.ts'
import { subscribe, useReceiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

const minute = 60_000
const hour = 60 * minute

describe('webhooks', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('are signed, and hold what the feed holds', async () => {
    const company = await server.company()
    const scene = await subscribe(here, company)
    const unit = await scene.create()
    const [request] = await receiver.wait(scene.path, 1)
    verify(request!, scene.secret)
    expect(request!.headers['content-type']).to.equal('application/json')
    expect(request!.headers['webhook-id']).to.equal(request!.body.id)
    expect((request!.body.data as { unit: { id: string } }).unit.id).to.equal(unit.id)
    const { events } = await scene.web.call('webhooks_feed_list', {})
    const { cursor: _cursor, ...event } = events[0]!
    expect(request!.body).to.deep.equal(event)
    const delivery = await scene.settled('succeeded', 1)
    expect(delivery).to.deep.include({
      event_id: request!.body.id,
      event_type: 'unit.created',
      response_status: 204,
      error: null,
      next_attempt_at: null,
    })
    const endpoint = await scene.get()
    expect(endpoint.last_delivery).to.deep.include({ status: 'succeeded', response_status: 204 })
  })

  it('go to those that subscribe, from when they were made, and to no others', async () => {
    const company = await server.company()
    const early = await subscribe(here, company, ['unit.updated'])
    const unit = await early.create()
    const late = await subscribe(here, company, ['unit.created', 'unit.updated'])
    await late.web.call('org_units_update', { unit_id: unit.id, name: 'Changed' })
    await receiver.wait(early.path, 1)
    const [only] = await receiver.wait(late.path, 1)
    expect(only!.body.type).to.equal('unit.updated')
    expect(receiver.at(early.path).map(({ body }) => body.type)).to.deep.equal(['unit.updated'])
    const other = await subscribe(here, await server.company())
    await other.create()
    await receiver.wait(other.path, 1)
    expect(receiver.at(late.path)).to.have.length(1)
  })

  it('are signed by both secrets for a day after a roll, and by the new one from then on', async () => {
    const scene = await subscribe(here, await server.company())
    const { secret } = await scene.web.call('webhooks_endpoints_roll_secret', {
      endpoint_id: scene.endpoint_id,
    })
    await scene.create()
    const [both] = await receiver.wait(scene.path, 1)
    verify(both!, scene.secret)
    verify(both!, secret!)
    const third = await scene.web.call('webhooks_endpoints_roll_secret', { endpoint_id: scene.endpoint_id })
    await scene.create()
    const [, next] = await receiver.wait(scene.path, 2)
    verify(next!, secret!)
    verify(next!, third.secret!)
    expect(() => verify(next!, scene.secret)).to.throw('No matching signature')
    await server.db.query(`update webhook_endpoints set previous_expires_at = now() where id = $1`, [
      scene.endpoint_id,
    ])
    await scene.create()
    const [, , last] = await receiver.wait(scene.path, 3)
    verify(last!, third.secret!)
    expect(() => verify(last!, secret!)).to.throw('No matching signature')
  })

  it('are tried again on the schedule, signed again with the same id, until they fail', async () => {
    const scene = await subscribe(here, await server.company())
    receiver.answer(scene.path, (response) => void response.writeHead(500).end())
    server.now = new Date('2026-06-15T12:00:00Z')
    await scene.create()
    const waits = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]
    for (const [index, wait] of waits.entries()) {
      const { next_attempt_at, error, response_status } = await scene.settled('pending', index + 1)
      expect([error, response_status]).to.deep.equal([
        'The receiver did not answer with a status of 200 to 299.',
        500,
      ])
      const planned = new Date(next_attempt_at!).getTime() - server.now.getTime()
      expect(planned).to.be.within(wait * 0.9, wait * 1.1)
      server.now = new Date(next_attempt_at!)
    }
    // With the last attempt a day of nothing but failures is over.
    await scene.settled('pending', 7)
    const requests = receiver.at(scene.path)
    expect(requests).to.have.length(7)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).to.equal(1)
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).to.equal(7)
    const endpoint = await scene.get()
    expect(endpoint).to.deep.include({
      consecutive_failures: 7,
      failing_since: '2026-06-15T12:00:00.000Z',
      enabled: true,
    })
  })

  it('turn an endpoint off after a day of nothing but failures, and tell the owners', async () => {
    const company = await server.company()
    const scene = await subscribe(here, company)
    receiver.answer(scene.path, (response) => void response.writeHead(503).end())
    server.now = new Date('2026-06-15T12:00:00Z')
    await scene.create()
    await scene.settled('pending', 1)
    server.now = new Date('2026-06-16T12:00:00Z')
    await until('the endpoint is off', async () => !(await scene.get()).enabled)
    const endpoint = await scene.get()
    expect(endpoint).to.deep.include({ disabled_reason: 'failing', disabled_at: '2026-06-16T12:00:00.000Z' })
    expect((await scene.settled('failed', 2)).next_attempt_at).to.equal(null)
    const [line] = await activityOf(server, company, 'webhooks.endpoints.update')
    expect(line!.summary).to.match(
      /^Turned off the webhook endpoint {subject}, because no delivery succeeded/,
    )
    const { rows } = await server.db.query(`select kind, about_id from mails where org_id = $1`, [company.id])
    expect(rows).to.deep.equal([{ kind: 'webhook_failing', about_id: scene.endpoint_id }])
    await until('the mail was sent', async () => {
      const { rows } = await server.db.query(`select status from mails where org_id = $1`, [company.id])
      return rows[0].status === 'sent'
    })
    // Nothing more is queued for it.
    await scene.create()
    expect(await scene.deliveries()).to.have.length(1)
  })

  it('turn an endpoint off at once that answers 410', async () => {
    const scene = await subscribe(here, await server.company())
    receiver.answer(scene.path, (response) => void response.writeHead(410).end())
    await scene.create()
    const delivery = await scene.settled('failed', 1)
    expect(delivery.error).to.equal('The receiver said that it wants no more events (410).')
    expect((await scene.get()).disabled_reason).to.equal('failing')
  })

  it('tell an owner at most ten times a day that an endpoint is off, however often it is turned on again', async () => {
    const company = await server.company()
    const scene = await subscribe(here, company)
    const { web, endpoint_id, path } = scene
    receiver.answer(path, (response) => void response.writeHead(410).end())
    for (let round = 0; round < 11; round++) {
      await web.call('webhooks_endpoints_update', { endpoint_id, enabled: true })
      await scene.create()
      await until('the endpoint is off', async () => !(await scene.get()).enabled)
    }
    const { rows } = await server.db.query(`select kind from mails where org_id = $1`, [company.id])
    expect(rows).to.deep.equal(Array(10).fill({ kind: 'webhook_failing' }))
  })

  it('leave an endpoint on that got another address while the old one was about to answer 410', async () => {
    const scene = await subscribe(here, await server.company())
    const { web, endpoint_id, path } = scene
    const held: ServerResponse[] = []
    receiver.answer(path, (response) => void held.push(response))
    await scene.create()
    await receiver.wait(path, 1)
    await web.call('webhooks_endpoints_update', { endpoint_id, url: receiver.url(`${path}-new`) })
    held[0]!.writeHead(410).end()
    await scene.settled('failed', 1)
    expect(await scene.get()).to.deep.include({ enabled: true, consecutive_failures: 0, last_delivery: null })
  })

  it('wait as long as the receiver asks for', async () => {
    const scene = await subscribe(here, await server.company())
    server.now = new Date('2026-06-15T12:00:00Z')
    const asked = ['600', new Date('2026-06-15T12:10:00Z').toUTCString()]
    for (const wait of asked) {
      receiver.answer(scene.path, (response) => void response.writeHead(429, { 'Retry-After': wait }).end())
      await scene.create()
      const { next_attempt_at } = await scene.settled('pending', 1)
      expect(next_attempt_at).to.equal('2026-06-15T12:10:00.000Z')
    }
  })

  it('follow no redirects, and say so', async () => {
    const scene = await subscribe(here, await server.company())
    receiver.answer(
      scene.path,
      (response) => void response.writeHead(302, { Location: receiver.url('/elsewhere') }).end(),
    )
    await scene.create()
    expect((await scene.settled('pending', 1)).error).to.match(/another address/)
    expect(receiver.at('/elsewhere')).to.have.length(0)
  })

  it('say in words why nothing came of them, in the language of the reader', async () => {
    const scene = await subscribe(here, await server.company())
    receiver.answer(scene.path, (response) => void response.destroy())
    await scene.create()
    expect((await scene.settled('pending', 1)).error).to.equal('No connection could be made, or it broke.')
    const german = { headers: { 'Accept-Language': 'de' } }
    await scene.web.call('platform_language_set', { language: 'de', scope: 'own' })
    const { items } = await scene.web.call(
      'webhooks_deliveries_list',
      { endpoint_id: scene.endpoint_id },
      german,
    )
    expect(items[0]!.error).to.equal('Die Verbindung kam nicht zustande oder brach ab.')
  })

  it('are never counted against a receiver for a fault of ours', async () => {
    const scene = await subscribe(here, await server.company())
    await server.db.query(`update webhook_endpoints set key_id = 'lost' where id = $1`, [scene.endpoint_id])
    await scene.create()
    const delivery = await until('it was put off', async () => {
      const [newest] = await scene.deliveries()
      return newest && newest.error !== null && newest
    })
    expect(delivery).to.deep.include({ status: 'pending', attempt: 0 })
    expect(delivery.error).to.match(/^This service had a fault/)
    expect((await scene.get()).consecutive_failures).to.equal(0)
    expect(receiver.at(scene.path)).to.have.length(0)
  })

  it('of a receiver that hangs keep nobody else waiting', async () => {
    const company = await server.company()
    const [slow, quick] = [await subscribe(here, company), await subscribe(here, company)]
    const open: (() => void)[] = []
    receiver.answer(slow.path, (response) => void open.push(() => response.writeHead(204).end()))
    for (let n = 0; n < 12; n++) await quick.create()
    await receiver.wait(quick.path, 12)
    expect(receiver.at(slow.path).length).to.be.at.most(8)
    receiver.answer(slow.path, undefined)
    open.forEach((end) => end())
    await receiver.wait(slow.path, 12)
  })

  it('that a dead worker had taken are sent by another one', async () => {
    const scene = await subscribe(here, await server.company())
    const { web, endpoint_id } = scene
    await server.db.query(`update webhook_endpoints set enabled = true where id = $1`, [endpoint_id])
    await server.db.query(`insert into worker_pools (pool_id, lock_key) values ('dead', 424242)`)
    const { rows } = await server.db.query('select org_id from webhook_endpoints where id = $1', [
      endpoint_id,
    ])
    const unit = await web.call('org_units_create', { name: unique('Unit'), kind: 'team' })
    await receiver.wait(scene.path, 1)
    await scene.settled('succeeded', 1)
    await server.db.query(
      `update webhook_deliveries
          set status = 'pending', next_attempt_at = now(), lease = $2, leased_by = 'dead', leased_until = now() + interval '1 hour'
        where org_id = $1`,
      [rows[0].org_id, randomUUID()],
    )
    const [, again] = await receiver.wait(scene.path, 2)
    expect((again!.body.data as { unit: { id: string } }).unit.id).to.equal(unit.id)
    await scene.settled('succeeded', 2)
  })
})
