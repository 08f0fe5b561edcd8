import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { newWebhookSecret } from '../../src/secrets/webhooks.ts'
import { hostileUrls } from '../support/hostile-addresses.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** Webhooks may go to high ports, too, and this name is a public one. */
const urls = hostileUrls.filter((url) => url !== 'https://app.example.com:8443/')

describe('endpoints at addresses inside', () => {
  const server = useServer({ ROLE: 'all', RATE_LIMIT_PER_MINUTE: '100000' })
  const event_types = ['unit.created']

  it(`are neither made nor given to others: ${urls.length} addresses`, async () => {
    expect(urls.length).to.be.at.least(300)
    const web = await (await server.company()).as('owner', 'web')
    const { id: endpoint_id } = await web.call('webhooks_endpoints_create', {
      url: 'https://hooks.acme.org/',
      event_types,
    })
    const accepted: string[] = []
    for (const url of urls) {
      const made = await web.post('/v1/webhooks/endpoints.create', { url, event_types })
      const changed = await web.post('/v1/webhooks/endpoints.update', { endpoint_id, url })
      if (made.status !== 400 || changed.status !== 400)
        accepted.push(`${url}: ${made.status}, ${changed.status}`)
    }
    expect(accepted).to.deep.equal([])
  })

  it('get nothing, and no connection is made, also when their address came in by another way', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { vault } = server.running.runtime
    const rows = urls.map((url) => {
      const id = randomUUIDv7()
      const { bytes, hint } = newWebhookSecret()
      const { key_id, wrapped_key } = vault.sealSecret({ orgId: company.id, endpointId: id }, bytes)
      return { id, url, hint, key_id, sealed: wrapped_key.toString('base64') }
    })
    await server.db.query(
      `insert into webhook_endpoints
         (org_id, id, url, description, event_types, enabled, secret_hint, key_id, sealed_secret, created_at, updated_at)
       select $1, r.id, r.url, '', $2, true, r.hint, r.key_id, decode(r.sealed, 'base64'), now(), now()
         from jsonb_to_recordset($3) as r (id uuid, url text, hint text, key_id text, sealed text)`,
      [company.id, event_types, JSON.stringify(rows)],
    )
    const begun: string[] = []
    const note = (message: unknown) => {
      const { hostname, port } = (message as { connectParams: { hostname: string; port: string } })
        .connectParams
      begun.push(`${hostname}:${port}`)
    }
    subscribe('undici:client:beforeConnect', note)
    try {
      await owner.call('org_units_create', { name: unique('Unit'), kind: 'team' })
      await until('all have been tried', async () => {
        const { rows } = await server.db.query(
          `select count(*)::int as left from webhook_deliveries where org_id = $1 and attempt = 0`,
          [company.id],
        )
        return rows[0].left === 0
      })
    } finally {
      unsubscribe('undici:client:beforeConnect', note)
    }
    const { rows: faults } = await server.db.query(
      `select fault, count(*)::int as count from webhook_deliveries where org_id = $1 group by fault`,
      [company.id],
    )
    expect(faults).to.deep.equal([{ fault: 'not_public', count: urls.length }])
    // The test itself calls the server in the same way.
    expect(begun.filter((one) => one !== new URL(server.baseUrl).host)).to.deep.equal([])
  })
})
