import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { useServer } from '../../../support/server.ts'

const url = 'https://hooks.example.com/secret-path'
const day = 24 * 3600 * 1000

describe('webhooks.endpoints', () => {
  const server = useServer()
  const create = { url, event_types: ['person.left', 'person.hired', 'person.left'] }

  it('are made in the web app, with a secret that is shown once and stored sealed', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const made = await web.call('webhooks_endpoints_create', create)
    expect(made.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret, ...endpoint } = made
    expect(endpoint).to.deep.include({
      url,
      description: '',
      event_types: ['person.hired', 'person.left'],
      enabled: true,
      disabled_reason: null,
      secret_hint: `whsec_…${secret.slice(-4)}`,
      consecutive_failures: 0,
      last_delivery: null,
    })
    const key = await company.as('admin')
    expect(await key.call('webhooks_endpoints_list', {})).to.deep.equal([endpoint])
    expect(await key.call('webhooks_endpoints_get', { endpoint_id: made.id })).to.deep.equal(endpoint)
    const { rows } = await server.db.query('select e::text as text from webhook_endpoints e where id = $1', [
      made.id,
    ])
    const bytes = Buffer.from(secret.slice(6), 'base64').toString('hex')
    expect(rows[0].text).not.to.include(bytes)
    const [line] = await activityOf(server, company, 'webhooks.endpoints.create')
    expect(line!.summary).to.equal('Created the webhook endpoint hooks.example.com')
    expect(JSON.stringify(line)).not.to.include('secret-path')
  })

  it('are refused at addresses that no events may go to, with types that no event has', async () => {
    const web = await (await server.company()).as('owner', 'web')
    const wrong: [string, string][] = [
      ['http://hooks.example.com/', 'url_not_https'],
      ['hooks.example.com', 'url_not_https'],
      ['https://me:pw@hooks.example.com/', 'url_with_user'],
      ['https://hooks.example.com:80/', 'url_port_not_allowed'],
      ['https://hooks.example.com:1023/', 'url_port_not_allowed'],
      ['https://93.184.216.34/', 'url_host_not_public'],
      ['https://2130706433/', 'url_host_not_public'],
      ['https://[::1]/', 'url_host_not_public'],
      ['https://intranet/', 'url_host_not_public'],
      ['https://hooks.internal/', 'url_host_not_public'],
      [`https://127.0.0.1:${new URL(server.baseUrl).port}/`, 'url_host_not_public'],
    ]
    for (const [address, code] of wrong) {
      const { status, body } = await web.post('/v1/webhooks/endpoints.create', { ...create, url: address })
      expect([status, body.error.details[0].path, body.error.details[0].code], address).to.deep.equal([
        400,
        'url',
        code,
      ])
    }
    const { body } = await web.post('/v1/webhooks/endpoints.create', {
      url: 'https://me@hooks.example.com',
      event_types: ['person.hired', 'person.promoted'],
    })
    expect(
      body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).to.deep.equal([
      ['url', 'url_with_user'],
      ['event_types[1]', 'event_type_unknown'],
    ])
    for (const port of [443, 1024, 65_535])
      await web.call('webhooks_endpoints_create', { ...create, url: `https://hooks.example.com:${port}/` })
  })

  it('are never of this service itself', async () => {
    const own = useServerAt.baseUrl
    expect(own).to.equal('https://people.acme.com')
    const web = await (await useServerAt.server.company()).as('owner', 'web')
    const { body } = await web.post('/v1/webhooks/endpoints.create', {
      ...create,
      url: 'https://people.acme.com/x',
    })
    expect(body.error.details[0].code).to.equal('url_of_this_service')
  })
  const useServerAt = {
    baseUrl: 'https://people.acme.com',
    server: useServer({ BASE_URL: 'https://people.acme.com' }),
  }

  it('are at most ten, also when two are made at the same moment', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    for (let n = 0; n < 9; n++) await web.call('webhooks_endpoints_create', create)
    const answers = await Promise.all([1, 2].map(() => web.post('/v1/webhooks/endpoints.create', create)))
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error.details[0].code).to.equal('too_many_endpoints')
    const [first] = await web.call('webhooks_endpoints_list', {})
    await web.call('webhooks_endpoints_delete', { endpoint_id: first!.id })
    expect((await web.post('/v1/webhooks/endpoints.create', create)).status).to.equal(200)
  })

  it('are changed, turned off by a key and turned on in the web app alone', async () => {
    const company = await server.company()
    const [web, key] = [await company.as('owner', 'web'), await company.as('owner')]
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', create)
    const off = await key.call('webhooks_endpoints_update', {
      endpoint_id,
      description: 'Directory',
      event_types: ['unit.created'],
      enabled: false,
    })
    expect(off).to.deep.include({
      description: 'Directory',
      event_types: ['unit.created'],
      enabled: false,
      disabled_reason: 'manual',
    })
    expect(off.disabled_at).to.be.a('string')
    const refusals = [
      [{ enabled: true }, 'enabled', 'enabling_needs_web'],
      [{ url: 'https://elsewhere.example.com/' }, 'url', 'endpoint_url_needs_web'],
    ] as const
    for (const [change, path, code] of refusals) {
      const { status, body } = await key.post('/v1/webhooks/endpoints.update', { endpoint_id, ...change })
      expect([status, body.error.details[0]?.path, body.error.details[0]?.code]).to.deep.equal([
        403,
        path,
        code,
      ])
    }
    await server.db.query(
      `update webhook_endpoints set disabled_reason = 'failing', failing_since = now(), consecutive_failures = 9 where id = $1`,
      [endpoint_id],
    )
    const on = await web.call('webhooks_endpoints_update', {
      endpoint_id,
      enabled: true,
      url: 'https://new.example.com/in',
    })
    expect(on).to.deep.include({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      consecutive_failures: 0,
      url: 'https://new.example.com/in',
    })
    const lines = await activityOf(server, company, 'webhooks.endpoints.update')
    expect(lines.map(({ summary }) => summary).toSorted()).to.deep.equal([
      'Turned off the webhook endpoint Directory',
      'Turned on the webhook endpoint Directory',
    ])
    expect(JSON.stringify(lines)).not.to.include('/in').and.not.to.include('secret-path')
    const same = await web.call('webhooks_endpoints_update', { endpoint_id, enabled: true })
    expect(same).to.deep.equal(on)
  })

  it('get a new secret, and keep the one before for a day', async () => {
    const company = await server.company()
    const [web, key] = [await company.as('owner', 'web'), await company.as('owner')]
    server.now = new Date('2026-11-21T10:00:00Z')
    const { id: endpoint_id, secret } = await web.call('webhooks_endpoints_create', create)
    const rolled = await key.call('webhooks_endpoints_roll_secret', { endpoint_id })
    expect(rolled.secret).not.to.equal(secret)
    expect(rolled.previous_secret_expires_at).to.equal('2026-11-22T10:00:00.000Z')
    expect(rolled.secret_hint).to.equal(`whsec_…${rolled.secret.slice(-4)}`)
    server.now = new Date(server.now.getTime() + day)
    const later = await key.call('webhooks_endpoints_get', { endpoint_id })
    expect(later.previous_secret_expires_at).to.equal(null)
    const dry = await key.post('/v1/webhooks/endpoints.roll_secret?dry_run=true', { endpoint_id })
    expect([dry.body.data.secret, dry.body.data.secret_hint]).to.deep.equal([null, null])
  })

  it('are gone with their secrets when they are deleted, and a repeat says so again', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', create)
    await web.call('webhooks_endpoints_roll_secret', { endpoint_id })
    const headers = { 'Idempotency-Key': 'once' }
    for (let n = 0; n < 2; n++)
      expect(
        (await web.post('/v1/webhooks/endpoints.delete', { endpoint_id }, headers)).body.data,
      ).to.deep.equal({
        id: endpoint_id,
        deleted: true,
      })
    expect((await web.post('/v1/webhooks/endpoints.get', { endpoint_id })).status).to.equal(404)
    expect(await web.call('webhooks_endpoints_list', {})).to.deep.equal([])
    const { rows } = await server.db.query('select * from webhook_endpoints where id = $1', [endpoint_id])
    expect([rows[0].sealed_secret, rows[0].previous_sealed]).to.deep.equal([null, null])
  })

  for (const role of ['hr', 'viewer'] as const)
    it(`are not for the role ${role}`, async () => {
      const caller = await (await server.company()).as(role)
      expect((await caller.post('/v1/webhooks/endpoints.list', {})).status).to.equal(403)
    })
})
