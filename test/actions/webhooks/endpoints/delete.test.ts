import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

const url = 'https://hooks.example.com/secret-path'

describe('webhooks.endpoints.delete: endpoints', () => {
  const server = useServer()
  const create = { url, event_types: ['person.left', 'person.hired', 'person.left'] }

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
})
