import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { SignatureError, verifyWebhook } from '../../src/client/index.ts'
import { webhookRequest } from '../../src/client/webhooks.ts'
import { caught } from '../support/expect.ts'
import { subscribe, useReceiver } from '../support/webhooks.ts'

const newSecret = (bytes = 32): string => `whsec_${randomBytes(bytes).toString('base64')}`
const at = new Date('2026-11-21T09:00:00Z')

/** A request as the official library signs it. */
function signed(secret: string, body: string, when = at): Record<string, string> {
  const signature = new Webhook(secret).sign('evt_1', when, body)
  const timestamp = String(Math.floor(when.getTime() / 1000))
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

describe('verifyWebhook', () => {
  const secret = newSecret()
  const body = JSON.stringify({ id: 'evt_1', type: 'unit.created', data: { name: 'Größe 🎈' } })
  const verify = (headers: object, text: string | Uint8Array = body, of: string | string[] = secret) =>
    verifyWebhook(of, headers as Record<string, string>, text, at.getTime())
  const refused = async (call: Promise<unknown>): Promise<string> => {
    const error = await caught(call)
    expect(error).to.be.instanceOf(SignatureError)
    return (error as Error).message
  }

  it('takes what the official library has signed, as text and as bytes', async () => {
    for (const size of [24, 32, 64]) {
      const other = newSecret(size)
      const headers = signed(other, body)
      const event = JSON.parse(body) as object
      expect(await verify(headers, body, other)).to.deep.equal(event)
      expect(await verify(headers, Buffer.from(body), other)).to.deep.equal(event)
      expect(await verify(headers, body, other.replace('whsec_', ''))).to.deep.equal(event)
    }
  })

  it('signs as the official library does', async () => {
    const event = { id: 'evt_1', type: 'unit.created' } as never
    const request = await webhookRequest(secret, event, at.getTime())
    expect(request.headers).to.deep.include(signed(secret, request.body))
  })

  it('takes headers of any case, of Node and of fetch', async () => {
    const headers = signed(secret, body)
    const large = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    for (const some of [large, new Headers(headers)]) await verify(some)
  })

  it('takes one right signature of several, and one right secret of several', async () => {
    const [one, other] = [signed(newSecret(), body), signed(secret, body)]
    const signatures = `v1a,AAAA ${one['webhook-signature']} v1,%%% ${other['webhook-signature']}`
    await verify({ ...other, 'webhook-signature': signatures })
    await verify(other, body, [newSecret(), secret])
    expect(await refused(verify(one, body, [newSecret(), secret]))).to.match(/No signature/)
    // Nobody makes it look at very many.
    const many = `${'v1,AAAA '.repeat(10)}${other['webhook-signature']}`
    await refused(verify({ ...other, 'webhook-signature': many }))
  })

  it('refuses what differs in one place, as the official library does', async () => {
    const headers = signed(secret, body)
    const changed: [object, string][] = [
      [headers, body.replace('evt_1', 'evt_2')],
      [headers, `${body} `],
      [{ ...headers, 'webhook-id': 'evt_2' }, body],
      [{ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body],
      [{ ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v2,') }, body],
      [{ ...headers, 'webhook-signature': headers['webhook-signature']!.slice(3) }, body],
      [{ ...headers, 'webhook-signature': 'v1,' }, body],
    ]
    for (const [some, text] of changed) expect(await refused(verify(some, text))).to.match(/^No signature/)
  })

  it('refuses what was signed more than five minutes ago or ahead', async () => {
    const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    for (const seconds of [-300, 300]) await verify(signed(secret, body, after(seconds)))
    expect(await refused(verify(signed(secret, body, after(-301))))).to.include('signed 301 seconds ago')
    expect(await refused(verify(signed(secret, body, after(301))))).to.include('301 seconds ahead')
    for (const timestamp of ['soon', '-1', '1e9', ' 1', '1.5'])
      await refused(verify({ ...signed(secret, body), 'webhook-timestamp': timestamp }))
  })

  it('refuses what is not signed', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      for (const value of [undefined, '', ['a', 'b']])
        expect(await refused(verify({ ...signed(secret, body), [name]: value }))).to.include(name)
    await refused(verify(new Headers()))
  })

  it('says when it is used wrongly, without the secret', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_%%', null]) {
      const error = (await caught(verify(signed(secret, body), body, wrong!))) as Error
      expect(error, String(wrong)).to.be.instanceOf(TypeError)
      expect(error.message).not.to.include('%%')
    }
    expect(await caught(verify(signed(secret, body), body, []))).to.be.instanceOf(TypeError)
    const parsed = (await caught(verify(signed(secret, body), JSON.parse(body) as string))) as Error
    expect(parsed.message).to.include('as it came')
  })

  describe('of a delivery', () => {
    const here = useReceiver()

    it('is right before, during and after a roll', async () => {
      const scene = await subscribe(here, await here.server.company())
      const received = async (count: number) => {
        await scene.create()
        return (await here.receiver.wait(scene.path, count)).at(-1)!
      }
      const first = await received(1)
      const event = await verifyWebhook(scene.secret, first.headers, first.text)
      if (event.type !== 'unit.created') throw new Error(event.type)
      expect(event.data.unit.name).to.be.a('string')
      const { secret } = await scene.web.call('webhooks_endpoints_roll_secret', {
        endpoint_id: scene.endpoint_id,
      })
      const second = await received(2)
      for (const one of [scene.secret, secret!]) await verifyWebhook(one, second.headers, second.text)
      await here.server.db.query(`update webhook_endpoints set previous_expires_at = now() where id = $1`, [
        scene.endpoint_id,
      ])
      const third = await received(3)
      await verifyWebhook([scene.secret, secret!], third.headers, third.text)
      await refused(verifyWebhook(scene.secret, third.headers, third.text))
    })
  })
})
