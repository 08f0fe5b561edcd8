import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { loginOf } from '../support/browser.ts'
import { refused } from '../support/expect.ts'
import { loginMails } from '../support/mail.ts'
import { MemberBrowser, RawApp, TestApp, hiddenField } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'

const redirects = {
  local: ['a program on this computer', 'http://localhost:53682/callback', 'localhost'],
  web: ['a web page', 'https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
  app: ['an app of its own scheme', 'cursor://anysphere.cursor-retrieval/oauth/rollcall/callback', 'cursor'],
} as const

describe('connecting an app that registers itself', () => {
  const server = useServer()

  for (const [kind, [what, redirectUri, host]] of Object.entries(redirects))
    it(`works for one that takes the member back to ${what}`, async () => {
      const company = await server.company()
      const owner = await company.as('owner', 'web')
      const app = await new TestApp(server, { redirectUri }).connect(owner, 'manage')
      const { org, audiences } = await app.whoami()
      expect(org.id).to.equal(company.id)
      expect(audiences).to.deep.equal(['manage'])
      const [connection] = await owner.call('platform_connections_list', {})
      expect(connection).to.include({
        client_name: 'Claude',
        client_kind: 'dcr',
        client_host: null,
        redirect_kind: kind,
        redirect_host: host,
        audience: 'manage',
        mine: true,
      })
      expect(connection!.last_used_at).to.be.a('string')
      expect(await loginMails(server, company)).to.have.length(1)
      const [line] = await activityOf(server, company, 'auth.connect')
      expect(line).to.include({ summary: 'Connected the app {subject}', subject_name: 'Claude' })
    })

  it('makes one connection of each consent', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const app = new TestApp(server)
    await app.connect(owner, 'manage')
    const first = app.saved
    app.saved = undefined
    await app.connect(owner, 'manage')
    expect(await owner.call('platform_connections_list', {})).to.have.length(2)
    expect((await app.whoami()).org.id).to.equal(company.id)
    app.saved = first
    expect((await app.whoami()).org.id, 'the first one still works').to.equal(company.id)
  })

  it('gives the rights of the audience, never more', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const web = await company.web(member)
    const me = await new TestApp(server).connect(web, 'me')
    expect((await me.whoami()).audiences).to.deep.equal(['me'])
    const tools = await me.use(async (client) => (await client.listTools()).tools.map(({ name }) => name))
    expect(tools).to.include('org_units_list').and.not.include('org_people_hire')
    const manage = await new TestApp(server).connect(web, 'manage')
    const more = await manage.use(async (client) => (await client.listTools()).tools.map(({ name }) => name))
    expect(more).to.include('org_people_hire').and.not.include('platform_api_keys_create')
  })

  it('writes what an app does into the log, in its own name', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const app = await new TestApp(server).connect(owner, 'manage')
    await app.use((client) =>
      client.callTool({ name: 'org_units_create', arguments: { name: 'Research', kind: 'team' } }),
    )
    const [connection] = await owner.call('platform_connections_list', {})
    const { items } = await owner.call('platform_activity_list', { actor_id: connection!.id })
    expect(items[0]!.actor).to.include({ kind: 'app', id: connection!.id, via: 'mcp' })
    expect(items[0]!.actor.name).to.equal('Claude (Olga Owner)')
  })
})

describe('the member who decides', () => {
  const server = useServer()

  it('signs in first, and comes back to the question', async () => {
    const company = await server.company()
    const browser = new MemberBrowser(server)
    const asked = await new TestApp(server).ask()
    const first = await browser.visit(asked.href)
    const question = first.location!
    const away = await browser.visit(first.location!)
    expect(away.status).to.equal(303)
    expect(away.location).to.equal(`/sign_in?return_to=${encodeURIComponent(question)}`)
    const { email, password } = loginOf(company)
    const signedIn = await browser.submit(`/${company.slug}`, { email, password, return_to: question })
    expect(signedIn.location).to.equal(question)
    const page = await browser.go(question)
    expect(page.status).to.equal(200)
    expect(page.text).to.include('Connect Claude?').and.include(email)
    const back = await browser.decide(page, 'manage')
    expect(back.searchParams.get('state')).to.equal('the state of the app')
    expect(back.searchParams.get('iss'), 'against mix-up (RFC 9207)').to.equal(server.baseUrl)
    expect(back.searchParams.get('code')).to.have.length(43)
  })

  it('sees who asks, where it leads and what it may, and may say no', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const browser = new MemberBrowser(server, await company.web(member))
    const app = new TestApp(server, {
      metadata: { client_name: `<b>Evil</b> "app"` },
      redirectUri: 'http://127.0.0.1:1234/cb',
    })
    const page = await browser.go((await app.ask()).href)
    expect(page.text).to.include('&lt;b>Evil&lt;/b>').and.not.include('<b>Evil')
    expect(page.text).to.include('it registered itself').and.include('127.0.0.1')
    expect(page.text).to.include('Anybody can call an app').and.include('a program on your own device')
    expect(page.text).to.include('value="me"').and.include('value="manage"')
    expect(page.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).to.equal('DENY')
    expect(page.headers.get('cache-control')).to.equal('no-store')
    expect(page.headers.getSetCookie()).to.deep.equal([])
    const back = await browser.decide(page, 'no')
    expect(back.searchParams.get('error')).to.equal('access_denied')
    expect(back.searchParams.has('code')).to.equal(false)
    expect(await (await company.web(member)).call('platform_connections_list', {})).to.deep.equal([])
  })

  it('is offered only audiences that they have, and the app has asked for', async () => {
    const company = await server.company()
    const offered = async (member: Parameters<typeof company.web>[0], scope?: string) => {
      const browser = new MemberBrowser(server, await company.web(member))
      const app = new RawApp(server)
      await app.register()
      const page = await browser.go(app.authorizeUrl(scope === undefined ? {} : { scope }))
      const values = [...page.text.matchAll(/type="radio" name="audience" value="(\w+)"/g)].map(
        ([, one]) => one,
      )
      return { values, page, browser }
    }
    const both = await company.member('hr', { person: true })
    expect((await offered(both)).values).to.deep.equal(['manage', 'me'])
    expect((await offered(both, 'me')).values).to.deep.equal(['me'])
    expect((await offered(both, 'openid offline_access manage')).values).to.deep.equal(['manage'])
    expect((await offered(await company.member('viewer'))).values).to.deep.equal(['manage'])
    expect((await offered(await company.member('member', { person: true }))).values).to.deep.equal(['me'])
    const nothing = await offered(await company.member('viewer'), 'me')
    expect(nothing.values).to.deep.equal([])
    expect(nothing.page.text).to.include('cannot give this app what it asks for')

    const { page, browser } = await offered(await company.member('member', { person: true }))
    const forced = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    const answer = await browser.submit(page.url, forced)
    expect(answer.status, 'a forged choice comes back as the question').to.equal(200)
    expect(answer.text).to.include('name="audience"')
  })

  it('is asked again when somebody else signed in meanwhile', async () => {
    const company = await server.company()
    const [first, second] = [await company.member('hr'), await company.member('viewer')]
    const browser = new MemberBrowser(server, await company.web(first))
    const page = await browser.go((await new TestApp(server).ask()).href)
    browser.signIn(await company.web(second))
    const fields = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    const answer = await browser.submit(page.url, fields)
    expect(answer.status).to.equal(200)
    expect(hiddenField(answer.text, 'membership')).to.equal(second.membershipId)
  })

  it('cannot be made to agree by another site, or in another browser', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const browser = new MemberBrowser(server, await company.web(member))
    const page = await browser.go((await new TestApp(server).ask()).href)
    const fields = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    const forged: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: server.baseUrl, 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of forged) {
      const answer = await browser.submit(page.url, fields, headers)
      expect(answer.status).to.equal(403)
    }
    const other = new MemberBrowser(server, await company.web(member))
    expect((await other.visit(page.url)).status, 'no cookie of the request').to.equal(400)
    expect((await other.submit(page.url, fields)).status).to.equal(400)
    expect(await (await company.web(member)).call('platform_connections_list', {})).to.deep.equal([])
  })

  it('cannot connect anything while the organization is paused', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const browser = new MemberBrowser(server, owner)
    const page = await browser.go((await new TestApp(server).ask()).href)
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const membership = hiddenField(page.text, 'membership')
    const answer = await browser.submit(page.url, { decision: 'approve', audience: 'manage', membership })
    expect(answer.status).to.equal(200)
    expect(answer.text).to.include('is paused because invoices are unpaid').and.not.include('name="audience"')
    const back = await browser.decide(answer, 'no')
    expect(back.searchParams.get('error')).to.equal('access_denied')
  })

  it('decides once: neither the page nor the way back works again', async () => {
    const company = await server.company()
    const browser = new MemberBrowser(server, await company.as('owner', 'web'))
    const page = await browser.go((await new TestApp(server).ask()).href)
    const fields = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    const resume = (await browser.submit(page.url, fields)).location!
    expect((await browser.visit(resume)).location).to.include('code=')
    expect((await browser.visit(resume)).status).to.equal(400)
    expect((await browser.visit(page.url)).status).to.equal(400)
  })

  it('reads German when that is their language', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    await server.db.query(`update users set language = 'de' where org_id = $1 and id = $2`, [
      company.id,
      member.userId,
    ])
    const browser = new MemberBrowser(server, await company.web(member))
    const page = await browser.go((await new TestApp(server).ask()).href)
    expect(page.text).to.include('lang="de"').and.include('Claude verbinden?')
  })
})

describe('tokens of connected apps', () => {
  const server = useServer()

  it('are refused outside of /mcp, with the reason', async () => {
    const company = await server.company()
    const app = await new TestApp(server).connect(await company.as('owner', 'web'), 'manage')
    const headers = { Authorization: `Bearer ${app.saved!.access_token}` }
    const answer = await server.anonymous().raw('/v1/platform/whoami', { headers })
    expect(answer.status).to.equal(401)
    expect(answer.body.error.message).to.include('for /mcp only')
    const refresh = { Authorization: `Bearer ${app.saved!.refresh_token}` }
    const mcp = await server.anonymous().post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, refresh)
    expect(mcp.status, 'a refresh token is no access token').to.equal(401)
  })

  it('never stand in the log or the database', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const raw = new RawApp(server)
    await raw.register()
    const code = (await raw.code(owner)).searchParams.get('code')!
    const { body } = await raw.exchange(code)
    const { body: second } = await raw.refresh(body.refresh_token)
    await raw.exchange(code)
    const secrets = [code, body.access_token, body.refresh_token, second.access_token, second.refresh_token]
    const { rows } = await server.db.query<{ text: string }>(
      `select o::text as text from oauth_objects o
       union all select c::text from oauth_connections c where c.org_id = $1
       union all select a::text from activity a where a.org_id = $1`,
      [company.id],
    )
    const stored = [...server.logLines, ...rows.map(({ text }) => text)].join('\n')
    expect(secrets.map((one) => one.length)).to.deep.equal([43, 43, 43, 43, 43])
    for (const secret of secrets) expect(stored.includes(secret)).to.equal(false)
    expect(server.logLines.some((line) => line.includes('oauth.token'))).to.equal(true)
  })

  it('are refused for people who are no longer members, and the app is told', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const app = await new TestApp(server).connect(await company.web(member), 'manage')
    const owner = await company.as('owner')
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    const headers = { Authorization: `Bearer ${app.saved!.access_token}` }
    const answer = await server.anonymous().post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
    expect(answer.status).to.equal(401)
    expect(answer.headers.get('www-authenticate')).to.include('error="invalid_token"')
    await refused((await company.key(member)).call('platform_whoami', {}), 'unauthenticated')
  })
})
