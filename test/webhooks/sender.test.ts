import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ServerResponse } from 'node:http'
import { pauseAfter } from '../../src/webhooks/sender.ts'
import { unique } from '../support/server.ts'
import { verify } from '../support/receiver.ts'
import { subscribe, useReceiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

const minute = 60_000

describe('the sender of webhooks', () => {
  const here = useReceiver()
  const { server, receiver } = here

  describe('with answers that never were meant to be read', () => {
    it('takes a status for an answer whose body never ends', async () => {
      const scene = await subscribe(here, await server.company())
      receiver.answer(scene.path, (response) => void response.writeHead(200).write('thanks for'))
      await scene.create()
      await scene.settled('succeeded', 1)
    })

    it('takes a status for an answer whose body breaks off', async () => {
      const scene = await subscribe(here, await server.company())
      receiver.answer(scene.path, (response) => {
        response.writeHead(200, { 'Content-Length': '1000' }).write('thanks for', () => response.destroy())
      })
      await scene.create()
      await scene.settled('succeeded', 1)
    })

    it('reads little of an answer of 100 MB', async () => {
      const scene = await subscribe(here, await server.company())
      let sent = 0
      receiver.answer(scene.path, (response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && sent < 100e6) {
            sent += 1e6
            if (!response.write(Buffer.alloc(1e6))) return void response.once('drain', more)
          }
          response.end()
        }
        more()
      })
      await scene.create()
      await scene.settled('succeeded', 1)
      // What the buffers of both sockets hold.
      expect(sent).to.be.below(20e6)
    })

    it('takes headers of 1 MB for no answer', async () => {
      const scene = await subscribe(here, await server.company())
      receiver.answer(
        scene.path,
        (response) => void response.writeHead(200, { 'X-Long': 'x'.repeat(1e6) }).end(),
      )
      await scene.create()
      const { error, response_status } = await scene.settled('pending', 1)
      expect([error, response_status]).to.deep.equal(['The answer of the receiver is not HTTP.', null])
    })
  })

  /** A batch of forty: some of them are held open at the receiver, the others wait in the worker for a place. */
  async function batch() {
    const company = await server.company()
    const scene = await subscribe(here, company)
    const open: ServerResponse[] = []
    receiver.answer(scene.path, (response) => void open.push(response))
    const ask = async (text: string): Promise<any> => (await server.db.query(text, [company.id])).rows[0]
    await scene.web.call('org_setup_apply', {
      units: Array.from({ length: 40 }, (_, index) => ({ name: `Unit ${index}`, kind: 'team' as const })),
    })
    await until('eight are held', () => open.length === 8)
    return {
      ...scene,
      company,
      ask,
      held: open,
      /** A moment passes, after which what the worker knows of the endpoint does not count any more. */
      later: () => void (server.now = new Date(Date.now() + 1000)),
      /** The receiver answers what it holds, and all that comes. */
      release() {
        receiver.answer(scene.path, undefined)
        for (const response of open) response.writeHead(204).end()
      },
      ended: () =>
        until('nothing is left', async () => {
          const { left } = await ask(
            `select count(*)::int as left from webhook_deliveries where org_id = $1 and status = 'pending'`,
          )
          return left === 0
        }),
    }
  }

  it('stops soon at an endpoint that is deleted meanwhile', async () => {
    const { web, endpoint_id, path, later, release } = await batch()
    await web.call('webhooks_endpoints_delete', { endpoint_id })
    later()
    release()
    const late = await subscribe(here, await server.company())
    await late.create()
    await late.settled('succeeded', 1)
    expect(receiver.at(path)).to.have.length(8)
  })

  it('stops soon at an endpoint that is turned off meanwhile', async () => {
    const { web, endpoint_id, path, later, release, ended, ask } = await batch()
    await web.call('webhooks_endpoints_update', { endpoint_id, enabled: false })
    later()
    release()
    await ended()
    const late = await subscribe(here, await server.company())
    await late.create()
    await late.settled('succeeded', 1)
    expect(receiver.at(path)).to.have.length(8)
    const { off } = await ask(
      `select count(*)::int as off from webhook_deliveries where org_id = $1 and fault = 'endpoint_off'`,
    )
    expect(off).to.equal(32)
  })

  it('goes on at the new address of an endpoint that gets one meanwhile', async () => {
    const { web, endpoint_id, path, later, release, ended } = await batch()
    const other = `/${unique('moved')}`
    await web.call('webhooks_endpoints_update', { endpoint_id, url: receiver.url(other) })
    later()
    release()
    await ended()
    expect(receiver.at(path)).to.have.length(8)
    expect(receiver.at(path).length + receiver.at(other).length).to.equal(40)
  })

  it('signs by both secrets from the moment on in which one is rolled in the middle of a batch', async () => {
    const { web, endpoint_id, path, secret, later, release, ended } = await batch()
    const { secret: next } = await web.call('webhooks_endpoints_roll_secret', { endpoint_id })
    later()
    release()
    await ended()
    const all = receiver.at(path)
    expect(all).to.have.length(40)
    for (const one of all) verify(one, secret)
    for (const one of all.slice(8)) verify(one, next!)
    expect(() => verify(all[0]!, next!), 'the first ones were under way').to.throw(/signature/)
  })

  it('sends nothing of what it has no longer, when it stood still until its lease was over', async () => {
    const { path, release, ended, ask, held } = await batch()
    const { tried } = await ask(`select max(attempt)::int as tried from webhook_deliveries where org_id = $1`)
    expect(tried, 'nothing counts as tried before it was').to.equal(0)
    const sent = receiver.at(path).map(({ body }) => body.id.replace('evt_', ''))
    expect(sent).to.have.length(8)
    // Another worker, which lives, took the others when the lease was over.
    await server.db.query(
      `update webhook_deliveries set lease = $3, leased_until = now() + interval '1 day'
        where org_id = (select org_id from webhook_deliveries where event_id = $1) and event_id <> all($2)`,
      [sent[0], sent, randomUUID()],
    )
    server.now = new Date(Date.now() + 2 * minute)
    release()
    await until('the worker has settled what it sent', async () => {
      const { left } = await ask(
        `select count(*)::int as left from webhook_deliveries where org_id = $1 and status = 'succeeded'`,
      )
      return left === held.length
    })
    const late = await subscribe(here, await server.company())
    await late.create()
    await receiver.wait(late.path, 1)
    expect(receiver.at(path)).to.have.length(8)
    await ask(
      `update webhook_deliveries set lease = null, leased_by = null, leased_until = null where org_id = $1 and status = 'pending'`,
    )
    await ended()
    expect(new Set(receiver.at(path).map(({ body }) => body.id)).size).to.equal(40)
    expect(receiver.at(path)).to.have.length(40)
  })

  it('settles what it sent when the database takes it again, and sends it only once', async () => {
    const { company, path, release, ended, endpoint_id } = await batch()
    const client = await server.db.connect()
    await client.query('begin')
    await client.query('select 1 from webhook_endpoints where org_id = $1 and id = $2 for update', [
      company.id,
      endpoint_id,
    ])
    release()
    await until('the worker could not settle', () =>
      server.logLines.some((line) => line.includes('could not settle') && line.includes(endpoint_id)),
    )
    await client.query('rollback')
    client.release()
    await ended()
    expect(receiver.at(path)).to.have.length(40)
  })

  it('looks twice a second, and a tenth of the time when a look takes long', () => {
    expect([pauseAfter(3, false), pauseAfter(200, false)]).to.deep.equal([500, 2000])
  })

  it('looks soon after it waited for a database, whether that came back or not', () => {
    expect([pauseAfter(20_000, false), pauseAfter(20_000, true)]).to.deep.equal([5000, 500])
  })

  it('frees what was taken by a worker that nobody has recorded', async () => {
    const company = await server.company()
    const scene = await subscribe(here, company)
    await scene.create()
    await scene.settled('succeeded', 1)
    await server.db.query(
      `update webhook_deliveries
          set status = 'pending', attempt = 0, next_attempt_at = now(), lease = $2, leased_by = 'gone',
              leased_until = now() + interval '1 day'
        where org_id = $1`,
      [company.id, randomUUID()],
    )
    await receiver.wait(scene.path, 2)
    await scene.settled('succeeded', 1)
  })
})
