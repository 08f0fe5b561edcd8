import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { useServer } from '../../../support/server.ts'

const url = 'https://hooks.example.com/secret-path'

describe('webhooks.endpoints.update: endpoints', () => {
  const server = useServer()
  const create = { url, event_types: ['person.left', 'person.hired', 'person.left'] }

  it('are changed, turned off by a key and turned on in the web app alone', async () => {
    const company = await server.company()
    const [web, key] = [await company.as('owner', 'web'), await company.as('owner')]
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', create)
    // Nobody sends here, so what is to be sent waits.
    await web.call('webhooks_endpoints_test', { endpoint_id })
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
    const { items } = await web.call('webhooks_deliveries_list', { endpoint_id })
    expect(items.map(({ status }) => status)).to.deep.equal(['failed'])
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
      'Turned off the webhook endpoint {subject}',
      'Turned on the webhook endpoint {subject}',
    ])
    expect(JSON.stringify(lines)).not.to.include('/in').and.not.to.include('secret-path')
    const same = await web.call('webhooks_endpoints_update', { endpoint_id, enabled: true })
    expect(same).to.deep.equal(on)
  })

  it('that get another address are healthy there, whatever became of the one before', async () => {
    const web = await (await server.company()).as('owner', 'web')
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', create)
    await server.db.query(
      `update webhook_endpoints set failing_since = now() - interval '23 hours', consecutive_failures = 9 where id = $1`,
      [endpoint_id],
    )
    const described = await web.call('webhooks_endpoints_update', { endpoint_id, description: 'Directory' })
    expect(described.consecutive_failures).to.equal(9)
    const moved = await web.call('webhooks_endpoints_update', { endpoint_id, url: `${url}/new` })
    expect(moved).to.deep.include({ enabled: true, failing_since: null, consecutive_failures: 0 })
  })
})
