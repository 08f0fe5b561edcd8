import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

const url = 'https://hooks.example.com/secret-path'
const day = 24 * 3600 * 1000

describe('webhooks.endpoints.roll_secret: endpoints', () => {
  const server = useServer()
  const create = { url, event_types: ['person.left', 'person.hired', 'person.left'] }

  it('get a new secret, and keep the one before for a day', async () => {
    const company = await server.company()
    const [web, key] = [await company.as('owner', 'web'), await company.as('owner')]
    server.now = new Date('2026-11-21T10:00:00Z')
    const { id: endpoint_id, secret } = await web.call('webhooks_endpoints_create', create)
    const rolled = await key.call('webhooks_endpoints_roll_secret', { endpoint_id })
    expect(rolled.secret).not.to.equal(secret)
    expect(rolled.previous_secret_expires_at).to.equal('2026-11-22T10:00:00.000Z')
    expect(rolled.secret_hint).to.equal(`whsec_…${rolled.secret!.slice(-4)}`)
    server.now = new Date(server.now.getTime() + day)
    const later = await key.call('webhooks_endpoints_get', { endpoint_id })
    expect(later.previous_secret_expires_at).to.equal(null)
    const dry = await key.post('/v1/webhooks/endpoints.roll_secret?dry_run=true', { endpoint_id })
    expect([dry.body.data.secret, dry.body.data.secret_hint]).to.deep.equal([null, null])
  })
})
