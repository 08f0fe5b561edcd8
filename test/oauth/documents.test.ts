import { expect } from 'chai'
import { AppHost } from '../support/app-host.ts'
import { newAddress } from '../support/browser.ts'
import { MemberBrowser, RawApp, TestApp } from '../support/oauth.ts'
import { unique, useServer, type TestServer } from '../support/server.ts'

const day = 86_400_000

describe('apps that publish who they are', () => {
  const host = new AppHost()
  const server: TestServer = useServer({ OUTBOUND_TEST_CA_FILE: host.caFile, TRUST_PROXY: 'true' })
  before(() => host.start())
  after(() => host.stop())
  beforeEach(() => {
    server.now = undefined
    host.isDown = false
    host.requests.length = 0
  })

  const path = (): string => `/${unique('app')}.json`

  const redirects = {
    local: 'http://localhost:53682/callback',
    web: 'https://claude.ai/api/mcp/auth_callback',
    app: 'cursor://anysphere.cursor-retrieval/oauth/rollcall/callback',
  }
  for (const [kind, redirectUri] of Object.entries(redirects))
    it(`are connected by their document, with a redirect of the kind ${kind}`, async () => {
      const company = await server.company()
      const owner = await company.as('owner', 'web')
      const metadataUrl = host.publish(path(), { redirect_uris: [redirectUri] })
      const app = await new TestApp(server, { metadataUrl, redirectUri }).connect(owner, 'manage')
      expect((await app.whoami()).org.id).to.equal(company.id)
      expect(app.requests.some((url) => url.includes('/oauth/register'))).to.equal(false)
      const [connection] = await owner.call('platform_connections_list', {})
      expect(connection).to.include({
        client_kind: 'cimd',
        client_host: new URL(metadataUrl).host,
        redirect_kind: kind,
      })
    })

  it('may leave out a type and the port of this computer, as clients do', async () => {
    const owner = await (await server.company()).as('owner', 'web')
    const app = new RawApp(server, 'http://localhost:41999/callback')
    app.clientId = host.publish(path(), {
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: undefined,
      response_types: undefined,
    })
    const code = (await app.code(owner)).searchParams.get('code')!
    const { body } = await app.exchange(code)
    expect(body).to.include.keys('access_token', 'refresh_token')
  })

  it('are shown with the host that publishes them, and without the warning for others', async () => {
    const browser = new MemberBrowser(server, await (await server.company()).as('owner', 'web'))
    const app = new RawApp(server, 'https://claude.ai/cb')
    app.clientId = host.publish(path(), { redirect_uris: ['https://claude.ai/cb'] })
    const { text } = await browser.go(app.authorizeUrl())
    expect(text).to.include(new URL(app.clientId).host).and.not.include('Anybody can call an app')
  })

  // The document is remembered for a while by the process. A new address of the service makes it ask again.
  const forgetClients = async () => {
    const { runtime } = server.running
    runtime.baseUrl = 'http://another.example'
    await server.anonymous().raw('/oauth/jwks')
    runtime.baseUrl = server.baseUrl
  }

  it('keep working while their host is down, for a week', async () => {
    const owner = await (await server.company()).as('owner', 'web')
    const app = new RawApp(server)
    app.clientId = host.publish(path())
    const first = await app.exchange((await app.code(owner)).searchParams.get('code')!)
    host.isDown = true
    await forgetClients()
    const refreshed = await app.refresh(first.body.refresh_token)
    expect(refreshed.status).to.equal(200)
    expect(host.requests.length, 'it was asked').to.be.at.least(2)
    server.now = new Date(Date.now() + 8 * day)
    await forgetClients()
    expect((await app.refresh(refreshed.body.refresh_token)).body.error).to.equal('invalid_client')
    host.isDown = false
    expect((await app.refresh(refreshed.body.refresh_token)).status).to.equal(200)
  })

  for (const status of [408, 425, 429])
    it(`keep working while their host says that it was asked too much: ${status}`, async () => {
      const owner = await (await server.company()).as('owner', 'web')
      const app = new RawApp(server)
      const where = path()
      app.clientId = host.publish(where)
      const first = await app.exchange((await app.code(owner)).searchParams.get('code')!)
      host.answer(where, (_request, response) => response.writeHead(status).end())
      await forgetClients()
      expect((await app.refresh(first.body.refresh_token)).status).to.equal(200)
      expect(host.requests.length, 'it was asked').to.be.at.least(2)
    })

  for (const status of [403, 404, 410])
    it(`stop working when their host says that there is none: ${status}`, async () => {
      const owner = await (await server.company()).as('owner', 'web')
      const app = new RawApp(server)
      const where = path()
      app.clientId = host.publish(where)
      const first = await app.exchange((await app.code(owner)).searchParams.get('code')!)
      host.answer(where, (_request, response) => response.writeHead(status).end())
      await forgetClients()
      const refused = await app.refresh(first.body.refresh_token)
      expect([refused.status, refused.body.error]).to.deep.equal([400, 'invalid_client'])
      host.publish(where)
      expect((await app.refresh(first.body.refresh_token)).status, 'and works again with it').to.equal(200)
    })

  const wrong: Record<string, (where: string) => string> = {
    'a document of another client id': (where) => host.publish(where, { client_id: host.url('/other') }),
    'a document without a client id': (where) => host.publish(where, { client_id: undefined }),
    'a document with a secret': (where) => host.publish(where, { client_secret: 'x' }),
    'a document of more than 5 KB': (where) =>
      host.publish(where, { client_uri: `https://a.example/${'x'.repeat(6000)}` }),
    'a document that is no JSON': (where) =>
      host.answer(where, (_request, response) => response.end('<html>')),
    'a redirect to a document': (where) => {
      const target = host.publish(`${where}.target`)
      return host.answer(where, (_request, response) => response.writeHead(302, { Location: target }).end())
    },
    'a document that is not there': (where) => host.url(where),
    'a host that never answers': (where) => host.answer(where, () => undefined),
    'a document that never ends': (where) =>
      host.answer(where, (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.write('{')
      }),
    'a document with a name that hides': (where) => host.publish(where, { client_name: 'a\u202eb' }),
    'a document of an app with a secret to prove': (where) =>
      host.publish(where, { token_endpoint_auth_method: 'client_secret_basic' }),
  }
  for (const [what, publish] of Object.entries(wrong))
    it(`are refused: ${what}`, async () => {
      const app = new RawApp(server)
      app.clientId = publish(path())
      const { status, location } = await new MemberBrowser(server).visit(app.authorizeUrl())
      expect([status, location]).to.deep.equal([400, undefined])
      expect(host.requests.filter((one) => one.endsWith('.target'))).to.deep.equal([])
      const { rows } = await server.db.query('select 1 from oauth_cimd_documents where client_id = $1', [
        app.clientId,
      ])
      if (/another|without|JSON|5 KB|redirect|there|never/.test(what)) expect(rows).to.have.length(0)
    })

  it('are asked for ten times in a minute for one address, however many ids it sends', async () => {
    const browser = new MemberBrowser(server)
    for (let n = 0; n < 12; n++) {
      const app = new RawApp(server)
      app.clientId = host.url(`/unknown-${n}`)
      await browser.visit(app.authorizeUrl())
    }
    expect(new Set(host.requests).size).to.be.at.most(10)
    const elsewhere = new MemberBrowser(server)
    const app = new RawApp(server)
    app.clientId = host.publish(path())
    expect((await elsewhere.visit(app.authorizeUrl())).status, 'others are not kept out').to.equal(303)
  })

  it('are asked for thirty times in a minute for one network, and 120 times for all', async () => {
    server.now = new Date('2031-01-01T12:00:00Z')
    const asked = async (address: string, times: number) => {
      const before = host.requests.length
      await Promise.all(
        Array.from({ length: times }, () => {
          const app = new RawApp(server)
          app.clientId = host.publish(path())
          return new MemberBrowser(server).visit(app.authorizeUrl(), {
            headers: { 'X-Forwarded-For': address },
          })
        }),
      )
      return host.requests.length - before
    }
    const newNetwork = () => newAddress().replace('::1', '')
    const useUp = async (network: string) => {
      for (const part of ['a', 'b', 'c']) expect(await asked(`${network}:${part}::1`, 10)).to.equal(10)
    }
    const first = newNetwork()
    await useUp(first)
    expect(await asked(`${first}:d::1`, 1), 'of the same network').to.equal(0)
    for (let n = 2; n <= 4; n++) await useUp(newNetwork())
    expect(await asked(newAddress(), 1), 'of any network').to.equal(0)
    server.now = new Date('2031-01-01T12:01:00Z')
    expect(await asked(newAddress(), 1), 'in the next minute').to.equal(1)
  })
})
