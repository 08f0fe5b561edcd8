import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { useServer } from '../../../support/server.ts'

const url = 'https://hooks.example.com/secret-path'

describe('webhooks.endpoints.create: endpoints', () => {
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
      secret_hint: `whsec_…${secret!.slice(-4)}`,
      consecutive_failures: 0,
      last_delivery: null,
    })
    const key = await company.as('admin')
    expect(await key.call('webhooks_endpoints_list', {})).to.deep.equal([endpoint])
    expect(await key.call('webhooks_endpoints_get', { endpoint_id: made.id })).to.deep.equal(endpoint)
    const { rows } = await server.db.query('select e::text as text from webhook_endpoints e where id = $1', [
      made.id,
    ])
    const bytes = Buffer.from(secret!.slice(6), 'base64').toString('hex')
    expect(rows[0].text).not.to.include(bytes)
    const [line] = await activityOf(server, company, 'webhooks.endpoints.create')
    expect([line!.summary, line!.subject_name]).to.deep.equal([
      'Created the webhook endpoint {subject}',
      'hooks.example.com',
    ])
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
      ['https:hooks.example.com', 'url_not_https'],
      ['https:///hooks.example.com', 'url_not_https'],
      ['https:\\\\hooks.example.com', 'url_not_https'],
      ['https://hooks.example.com\\@127.0.0.1/', 'url_host_not_public'],
      ['https://hooks..example.com/', 'url_host_not_public'],
      ['https://hooks.example.com../', 'url_host_not_public'],
      ['https://hooks example.com/', 'url_host_not_public'],
      ['https://localhost/x', 'url_of_this_service'],
      ['https://LOCALHOST./', 'url_of_this_service'],
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
})
