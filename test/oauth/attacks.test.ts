import { once } from 'node:events'
import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { newAddress } from '../support/browser.ts'
import { McpClient } from '../support/mcp.ts'
import { connectedApp, hiddenField, MemberBrowser, RawApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'
import { open } from '../support/socket.ts'

describe('an app that means no good', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('cannot register a redirect that no consent page could show', async () => {
    const redirects = [
      'https://a;script-src.example/cb',
      'https://a,b.example/cb',
      'https://bank.example:pw@app.example/cb',
      'https://bank.example@app.example/cb',
      'view-source:https://app.example/',
      'filesystem:https://app.example/cb',
      'mailto:a@app.example',
    ]
    for (const uri of redirects) {
      const { status, body } = await new RawApp(server, uri).register()
      expect([status, body.error], uri).to.deep.equal([400, 'invalid_redirect_uri'])
    }
    const owner = await (await server.company()).as('owner', 'web')
    for (const uri of ['https://my_app.example/cb', 'cursor://anysphere.cursor-mcp/oauth/callback']) {
      const app = new RawApp(server, uri)
      expect((await app.register()).status, uri).to.equal(201)
      expect((await new MemberBrowser(server, owner).go(app.authorizeUrl())).status, uri).to.equal(200)
    }
  })

  it('is agreed to at the address of its own request only, whatever cookies come along', async () => {
    const company = await server.company()
    const browser = new MemberBrowser(server, await company.as('owner', 'web'))
    const app = new RawApp(server)
    await app.register()
    const page = await browser.go(app.authorizeUrl())
    const fields = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    const cookies = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const elsewhere = page.url.replace(/[^/]+$/, 'another')
    expect((await browser.submit(elsewhere, fields, { Cookie: cookies })).status).to.equal(400)
    const { rows } = await server.db.query('select 1 from oauth_connections where org_id = $1', [company.id])
    expect(rows).to.deep.equal([])
    expect((await browser.submit(page.url, fields, { Cookie: cookies })).status).to.equal(303)
  })

  it('gets no member sent to it by a link alone, signed in or not: its mistakes are told here', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const app = new RawApp(server, 'https://evil.example/sign_in')
    await app.register()
    const mistakes: Record<string, string>[] = [
      { prompt: 'none' },
      { prompt: 'anything' },
      { code_challenge: '' },
      { resource: 'https://x.example' },
      { response_type: 'token' },
      { response_mode: 'fragment' },
    ]
    for (const changes of mistakes) {
      const url = new URL(app.authorizeUrl(changes))
      const returnTo = encodeURIComponent(url.pathname + url.search)
      for (const [who, link] of [
        [undefined, url.href],
        [owner, url.href],
        [owner, `/${company.slug}?return_to=${returnTo}`],
      ] as const) {
        const { status, location, text } = await new MemberBrowser(server, who).go(link)
        expect([status, location], JSON.stringify(changes)).to.deep.equal([400, undefined])
        expect(text).to.include('The app cannot be connected').and.not.include('evil.example')
      }
    }
    // It is told what the member decided.
    const browser = new MemberBrowser(server, owner)
    const back = await browser.decide(await browser.go(app.authorizeUrl()), 'no')
    expect(back.origin + back.pathname).to.equal('https://evil.example/sign_in')
  })

  it('gets its answers in the query only: no page with a script is written for it', async () => {
    const app = new RawApp(server, 'https://app.example/cb')
    await app.register()
    for (const mode of ['form_post', 'fragment', 'web_message']) {
      const page = await new MemberBrowser(server).visit(
        app.authorizeUrl({ response_mode: mode, resource: 'https://x.example' }),
      )
      expect(page.text, mode).to.include('unsupported_response_mode').and.not.include('<script')
    }
  })

  it('finds nobody signed in at the server of tokens: that keeps no session, and gives the browser none', async () => {
    const owner = await (await server.company()).as('owner', 'web')
    const set: string[] = []
    class Watched extends MemberBrowser {
      override async visit(...request: Parameters<MemberBrowser['visit']>) {
        const answer = await super.visit(...request)
        set.push(...answer.headers.getSetCookie().map((line) => line.split('=')[0]!))
        return answer
      }
    }
    const browser = new Watched(server, owner)
    const app = new RawApp(server)
    await app.register()
    const back = await browser.decide(await browser.go(app.authorizeUrl()), 'manage')
    expect(back.searchParams.get('code')).to.be.a('string')
    expect(new Set(set)).to.deep.equal(
      new Set(['rollcall_interaction', 'rollcall_interaction.sig', 'rollcall_resume', 'rollcall_resume.sig']),
    )
    const { rows } = await server.db.query(`select 1 from oauth_objects where model = 'Session'`)
    expect(rows).to.deep.equal([])
  })

  it('is answered before it has sent more than 56 KiB, declared or not', async () => {
    const [form, json] = ['application/x-www-form-urlencoded', 'application/json']
    const tooMuch = 56 * 1024 + 1
    for (const [path, type] of [
      ['token', form],
      ['revoke', form],
      ['register', json],
    ] as const)
      for (const [length, sent] of [
        [`Content-Length: ${tooMuch}`, ''],
        ['Transfer-Encoding: chunked', `${tooMuch.toString(16)}\r\n${'x'.repeat(tooMuch)}\r\n`],
      ] as const) {
        const socket = open(server)
        const head = [`POST /oauth/${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, length]
        // The body never ends.
        socket.write(`${[...head, `X-Forwarded-For: ${newAddress()}`].join('\r\n')}\r\n\r\n${sent}`)
        const [answer] = (await once(socket, 'data')) as [Buffer]
        socket.destroy()
        expect(answer.toString(), `${path} ${length}`).to.match(/^HTTP\/1\.1 400 /)
        expect(answer.toString(), `${path} ${length}`).to.include('invalid_request')
      }
    const metadata = {
      redirect_uris: ['https://app.example/cb'],
      client_uri: `https://app.example/${'a'.repeat(50_000)}`,
    }
    const headers = { 'Content-Type': json, 'X-Forwarded-For': newAddress() }
    const init = { method: 'POST', body: JSON.stringify(metadata), headers }
    expect((await fetch(`${server.baseUrl}/oauth/register`, init)).status, 'less is read').to.equal(201)
  })

  it('is counted by network, too, when it registers from very many addresses', async () => {
    const body = JSON.stringify({ client_name: 'Many', redirect_uris: ['https://app.example/cb'] })
    const prefix = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}`
    const register = async (address: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
      const { status } = await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST', body, headers })
      return status
    }
    for (let n = 1; n <= 100; n++) expect(await register(`${prefix}:${n.toString(16)}::1`)).to.equal(201)
    expect(await register(`${prefix}:101::1`)).to.equal(429)
    expect(await register(newAddress())).to.equal(201)
  })

  it('is counted wherever strangers make the service work: by address, and by network where rows are left', async () => {
    server.now = new Date('2030-01-01T12:00:00Z')
    const status = async (path: string, address: string, method = 'GET') => {
      const headers = { 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' }
      const body = method === 'POST' ? 'client_id=x&token=y' : null
      return (await fetch(`${server.baseUrl}${path}`, { method, headers, body })).status
    }
    for (const [path, method] of [
      ['/oauth/revoke', 'POST'],
      ['/oauth/token', 'POST'],
      ['/oauth/authorize?client_id=x', 'GET'],
    ] as const) {
      const address = newAddress()
      for (let n = 1; n <= 60; n++) expect(await status(path, address, method), path).to.be.within(400, 401)
      expect(await status(path, address, method), path).to.equal(429)
      expect(await status(path, newAddress(), method), path).to.be.within(400, 401)
    }
    const network = newAddress().replace('::1', '')
    const authorize = (n: number) => status('/oauth/authorize?client_id=x', `${network}:${n.toString(16)}::1`)
    for (let n = 1; n <= 300; n++) expect(await authorize(n)).to.equal(400)
    expect(await authorize(301)).to.equal(429)
  })

  it('is one of 50 that a member has: those end that were used least lately', async () => {
    server.now = new Date()
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    const apps = await Promise.all(
      Array.from({ length: 51 }, (_, n) => connectedApp(server, company, member, { daysAgo: n + 1 })),
    )
    await server.db.query('update oauth_connections set last_used_at = connected_at where org_id = $1', [
      company.id,
    ])
    const foreign = await connectedApp(server, company, await company.member('hr'), { daysAgo: 99 })
    const app = new RawApp(server)
    await app.register()
    const { status } = await app.exchange((await app.code(web)).searchParams.get('code')!)
    expect(status).to.equal(200)
    const ids = (await web.call('platform_connections_list', {})).map(({ id }) => id)
    expect(ids).to.have.length(50)
    expect(ids.slice(1)).to.deep.equal(apps.slice(0, 49).map(({ id }) => id))
    const lines = await activityOf(server, company, 'auth.disconnect')
    expect(lines.map(({ subject_name }) => subject_name)).to.deep.equal(['Claude', 'Claude'])
    const works = ({ client }: (typeof apps)[number]) => new McpClient(client).request('ping')
    for (const [one, expected] of [
      [apps[48]!, 200],
      [apps[49]!, 401],
      [apps[50]!, 401],
      [foreign, 200],
    ] as const)
      expect((await works(one)).status).to.equal(expected)

    for (let n = 0; n < 51; n++) await app.code(web)
    const pending =
      'select from oauth_connections where org_id = $1 and connected_at is null and revoked_at is null'
    expect((await server.db.query(pending, [company.id])).rows).to.have.length(50)
  })

  it('renews the tokens of a connection 120 times in an hour and 600 times in a day, from however many addresses', async () => {
    server.now = new Date('2031-01-01T12:00:00Z')
    const owner = await (await server.company()).as('owner', 'web')
    const connected = async () => {
      const app = new RawApp(server)
      await app.register()
      const { body } = await app.exchange((await app.code(owner)).searchParams.get('code')!)
      return { renew: (token?: string) => app.refresh(token ?? body.refresh_token) }
    }
    const [app, other] = [await connected(), await connected()]
    let last = ''
    for (let n = 1; n <= 120; n++) {
      const { status, body } = await app.renew()
      expect(status, String(n)).to.equal(200)
      last = body.refresh_token
    }
    const refused = await app.renew(last)
    expect([refused.status, refused.body.error]).to.deep.equal([429, 'temporarily_unavailable'])
    expect(refused.headers.get('retry-after')).to.equal('3600')
    expect((await other.renew()).status, 'of another connection').to.equal(200)

    server.now = new Date('2031-01-01T13:00:00Z')
    expect((await app.renew(last)).status, 'what was refused is not used up').to.equal(200)
    await server.db.query('update attempt_windows set in_day = 600 where in_day = 121')
    expect((await app.renew(last)).status).to.equal(429)
  })

  it('leaves its document for an hour, unless it was connected', async () => {
    const [used, unused] = ['https://used.example/app', 'https://unused.example/app']
    const company = await server.company()
    const { id } = await connectedApp(server, company, await company.member('viewer'))
    await server.db.query('update oauth_connections set client_id = $2 where id = $1', [id, used])
    for (const app of [used, unused])
      await server.db.query(`select oauth_keep_document($1, '{}', now() - interval '61 minutes')`, [app])
    await server.db.query('select sweep_oauth(1000, now())')
    const { rows } = await server.db.query('select client_id from oauth_cimd_documents')
    expect(rows.map((row) => row.client_id)).to.deep.equal([used])
  })
})
