import { expect } from 'chai'
import { AppHost } from '../support/app-host.ts'
import { TestClient } from '../support/client.ts'
import { answerOf, McpClient } from '../support/mcp.ts'
import { TestApp } from '../support/oauth.ts'
import { unique, useServer, type TestServer } from '../support/server.ts'

/**
 * All of it once, as a client lives it that speaks both revisions: the SDK of our packages asks for access and speaks the
 * one with a handshake, and the same token serves 2026-07-28.
 */
describe('the way of an app, from the first refusal to the next consent', () => {
  const host = new AppHost()
  const server: TestServer = useServer({ OUTBOUND_TEST_CA_FILE: host.caFile })
  before(() => host.start())
  after(() => host.stop())

  const apps = {
    'registers itself': () => new TestApp(server),
    'publishes who it is': () => new TestApp(server, { metadataUrl: host.publish(`/${unique('app')}.json`) }),
  }
  for (const [what, make] of Object.entries(apps))
    it(`is right for one that ${what}`, async () => {
      const company = await server.company()
      const owner = await company.as('owner', 'web')
      const app = await make().connect(owner, 'manage')
      const token = app.saved!.access_token
      const modern = new McpClient(new TestClient(server.baseUrl, { kind: 'key', secret: token }))

      const { tools } = await app.use((client) => client.listTools())
      const listed = await modern.stateless('tools/list')
      expect(listed.body.result.tools).to.deep.equal(tools)
      const called = await modern.stateless('tools/call', { name: 'platform_whoami', arguments: {} })
      expect(answerOf(called.body.result).data).to.deep.equal(await app.whoami())
      expect(answerOf(called.body.result).data.org.id).to.equal(company.id)

      const [connection] = await owner.call('platform_connections_list', {})
      await owner.call('platform_connections_revoke', { id: connection!.id })
      const challenge =
        'Bearer error="invalid_token", scope="me manage", ' +
        `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource/mcp"`
      for (const refused of [await modern.stateless('tools/list'), await modern.request('tools/list')]) {
        expect(refused.status).to.equal(401)
        expect(refused.headers.get('www-authenticate')).to.equal(challenge)
      }

      // The SDK tries its refresh token, is refused, and asks the member again.
      app.requests.length = 0
      await app.ask()
      expect(app.requests.filter((url) => url.endsWith('/oauth/token'))).to.have.length(1)
      await app.connect(owner, 'manage')
      expect((await app.whoami()).org.id).to.equal(company.id)
      expect((await modern.stateless('ping')).status, 'the first token stays dead').to.equal(401)
    })
})
