import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import type { Company, Member } from '../support/company.ts'
import { McpClient } from '../support/mcp.ts'
import { RawApp, TestApp, connectedApp } from '../support/oauth.ts'
import { TestClient } from '../support/client.ts'
import { useServer } from '../support/server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('tokens', () => {
  const server = useServer()

  const later = (ms: number): void => void (server.now = new Date(Date.now() + ms))

  /** A member with a connected app that speaks the protocol by hand, and its first tokens. */
  async function connected(): Promise<{
    company: Company
    member: Member
    web: TestClient
    app: RawApp
    code: string
    tokens: { access_token: string; refresh_token: string; expires_in: number; scope: string }
  }> {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const web = await company.web(member)
    const app = new RawApp(server)
    await app.register()
    const code = (await app.code(web)).searchParams.get('code')!
    const { body } = await app.exchange(code)
    return { company, member, web, app, code, tokens: body }
  }

  const mcp = (token: string): McpClient =>
    new McpClient(new TestClient(server.baseUrl, { kind: 'key', secret: token }))

  /** The status with which a token is answered. */
  const use = async (token: string): Promise<number> => (await mcp(token).request('ping')).status

  it('last a day, are opaque, and name what they are for', async () => {
    const { tokens } = await connected()
    expect(tokens).to.include({ expires_in: 86_400, scope: 'manage', token_type: 'Bearer' })
    expect(tokens.access_token).to.match(/^[\w-]{43}$/)
    expect(tokens).to.not.have.property('id_token')
    expect(await use(tokens.access_token)).to.equal(200)
    later(day - minute)
    expect(await use(tokens.access_token)).to.equal(200)
    later(day + minute)
    expect(await use(tokens.access_token)).to.equal(401)
  })

  it('are renewed by the refresh token, which is replaced by another one', async () => {
    const { app, tokens } = await connected()
    later(2 * day)
    const { status, body } = await app.refresh(tokens.refresh_token)
    expect(status).to.equal(200)
    expect(body.refresh_token).to.not.equal(tokens.refresh_token)
    expect(await use(body.access_token)).to.equal(200)
    expect(await use(tokens.access_token)).to.equal(401)
  })

  it('are not given while the organization is paused, and what they are asked for with stays good', async () => {
    const { company, web, app, tokens } = await connected()
    const setStatus = (status: 'active' | 'paused') =>
      server.db.query(
        `update organizations
            set status = $2::text,
                pause_reason = case when $2::text = 'active' then null else 'unpaid' end,
                paused_since = case when $2::text = 'active' then null else updated_at end
          where org_id = $1`,
        [company.id, status],
      )
    const code = (await app.code(web)).searchParams.get('code')!
    await setStatus('paused')
    const refusals = [await app.refresh(tokens.refresh_token), await app.exchange(code)]
    for (const { status, body } of refusals) {
      expect(status).to.equal(503)
      expect(body.error).to.equal('temporarily_unavailable')
      expect(body.error_description).to.include('paused because invoices are unpaid')
    }
    // A refresh token that had been used would end the connection now.
    later(hour)
    await setStatus('active')
    expect((await app.refresh(tokens.refresh_token)).status).to.equal(200)
  })

  it('are renewed by the SDK by itself', async () => {
    const company = await server.company()
    const app = await new TestApp(server).connect(await company.as('owner', 'web'), 'manage')
    const { access_token: first } = app.saved!
    later(day + hour)
    expect((await app.whoami()).org.id).to.equal(company.id)
    expect(app.saved!.access_token).to.not.equal(first)
  })

  it('are renewed for the audience that the member chose, whatever else is asked for, and for no other', async () => {
    const { app, web } = await connected()
    const { body } = await app.exchange((await app.code(web, 'me')).searchParams.get('code')!)
    const token = body.refresh_token
    expect(body.scope).to.equal('me')
    const other = await app.refresh(token, { scope: 'manage' })
    expect([other.status, other.body.error]).to.deep.equal([400, 'invalid_scope'])
    // What was refused is not used up.
    later(hour)
    for (const scope of ['', 'me', 'me manage', 'openid offline_access me']) {
      const { status, body: renewed } = await app.refresh(token, { scope })
      expect([status, renewed.scope], scope).to.deep.equal([200, 'me'])
    }
  })

  it('are given to four windows that refresh at the same moment', async () => {
    const { app, tokens } = await connected()
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.refresh(tokens.refresh_token)))
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
    for (const { body } of answers) expect(await use(body.access_token)).to.equal(200)
  })

  it('end with the connection when a refresh token comes again after its grace of 30 minutes', async () => {
    const { app, company, tokens } = await connected()
    const { body: second } = await app.refresh(tokens.refresh_token)
    later(29 * minute)
    const { status } = await app.refresh(tokens.refresh_token)
    expect(status).to.equal(200)
    later(30 * minute)
    const { body } = await app.refresh(tokens.refresh_token)
    expect(body.error).to.equal('invalid_grant')
    expect(await use(second.access_token)).to.equal(401)
    expect((await app.refresh(second.refresh_token)).body.error).to.equal('invalid_grant')
    const [line] = await activityOf(server, company, 'auth.disconnect')
    expect(line!.summary).to.include('used twice')
  })

  it('end with the connection when a code comes again', async () => {
    const { app, code, tokens, web } = await connected()
    expect((await app.exchange(code)).body.error).to.equal('invalid_grant')
    expect(await use(tokens.access_token)).to.equal(401)
    expect(await web.call('platform_connections_list', {})).to.deep.equal([])
  })

  it('are given once when a code comes twice at the same moment', async () => {
    const company = await server.company()
    const app = new RawApp(server)
    await app.register()
    const code = (await app.code(await company.as('owner', 'web'))).searchParams.get('code')!
    const answers = await Promise.all([1, 2, 3].map(() => app.exchange(code)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given.length).to.be.at.most(1)
    expect(answers.filter(({ body }) => body.error === 'invalid_grant').length).to.be.at.least(2)
    for (const { body } of given) expect(await use(body.access_token), 'somebody has the code').to.equal(401)
  })

  it('are refused for a code that is older than a minute', async () => {
    const company = await server.company()
    const app = new RawApp(server)
    await app.register()
    const code = (await app.code(await company.as('owner', 'web'))).searchParams.get('code')!
    later(2 * minute)
    expect((await app.exchange(code)).body.error).to.equal('invalid_grant')
  })

  it('end after 30 days without use, and live as long as they are used', async () => {
    const { app, web, tokens } = await connected()
    later(29 * day)
    const { body: second } = await app.refresh(tokens.refresh_token)
    expect(await use(second.access_token)).to.equal(200)
    later(58 * day)
    const { body: third, status } = await app.refresh(second.refresh_token)
    expect(status, 'each use put the end off').to.equal(200)
    later(58 * day + hour)
    const headers = { Authorization: `Bearer ${third.access_token}` }
    await server.anonymous().post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
    later(88 * day + 2 * hour)
    expect((await app.refresh(third.refresh_token)).body.error).to.equal('invalid_grant')
    expect(await use(third.access_token)).to.equal(401)
    expect(await web.call('platform_connections_list', {}).catch(() => [])).to.deep.equal([])
  })

  it('end with their connection, which tells when: 30 days after it was used last', async () => {
    const { web, app, tokens } = await connected()
    const idle = async () => {
      const [connection] = await web.call('platform_connections_list', {})
      const { last_used_at, expires_at } = connection!
      return [last_used_at, (Date.parse(expires_at!) - Date.parse(last_used_at!)) / day]
    }
    const seen = [await idle()]
    later(22 * hour)
    await app.refresh(tokens.refresh_token)
    seen.push(await idle())
    later(23 * hour)
    await use(tokens.access_token)
    seen.push(await idle())
    expect(seen.map(([, days]) => days)).to.deep.equal([30, 30, 30])
    expect(new Set(seen.map(([at]) => at)), 'each use is noted').to.have.property('size', 3)
  })

  it('note that they were used every five minutes at most', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { id, client } = await connectedApp(server, company, member)
    const noted = async (): Promise<number> => {
      await new McpClient(client).request('ping')
      const { rows } = await server.db.query<{ at: Date }>(
        'select last_used_at as at from oauth_connections where id = $1',
        [id],
      )
      return rows[0]!.at.getTime()
    }
    const start = Date.now()
    const at = (ms: number) => void (server.now = new Date(start + ms))
    at(0)
    expect(await noted()).to.equal(start)
    at(4 * minute)
    expect(await noted()).to.equal(start)
    at(5 * minute)
    expect(await noted()).to.equal(start + 5 * minute)
  })

  it('stop at once when the app gives one back', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const { app, company, tokens, web } = await connected()
      const fields = { token: tokens[which], client_id: app.clientId }
      const { status } = await app.post('/oauth/revoke', new URLSearchParams(fields).toString())
      expect(status).to.equal(200)
      expect(await use(tokens.access_token)).to.equal(401)
      expect((await app.refresh(tokens.refresh_token)).body.error).to.equal('invalid_grant')
      expect(await web.call('platform_connections_list', {})).to.deep.equal([])
      const [line] = await activityOf(server, company, 'auth.disconnect')
      expect(line!.summary).to.equal('Disconnected the app {subject}')
    }
  })

  it('are given back while the organization is paused, too', async () => {
    const { app, company, tokens } = await connected()
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const fields = { token: tokens.refresh_token, client_id: app.clientId }
    const { status } = await app.post('/oauth/revoke', new URLSearchParams(fields).toString())
    expect(status).to.equal(200)
    const { rows } = await server.db.query(
      'select revoked_at is not null as revoked from oauth_connections where org_id = $1',
      [company.id],
    )
    expect(rows).to.deep.equal([{ revoked: true }])
  })

  it('cannot be given back by another app', async () => {
    const { tokens } = await connected()
    const other = new RawApp(server)
    await other.register()
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const fields = { token, client_id: other.clientId }
      await other.post('/oauth/revoke', new URLSearchParams(fields).toString())
    }
    expect(await use(tokens.access_token)).to.equal(200)
    expect((await other.refresh(tokens.refresh_token)).body.error).to.equal('invalid_grant')
    expect(await use(tokens.access_token)).to.equal(200)
  })

  it('are neither given nor taken back for an app that nobody knows', async () => {
    const { tokens } = await connected()
    const stranger = new RawApp(server)
    stranger.clientId = 'nobody'
    const fields = { token: tokens.refresh_token, client_id: stranger.clientId }
    const revoked = await stranger.post('/oauth/revoke', new URLSearchParams(fields).toString())
    for (const { status, body } of [revoked, await stranger.refresh(tokens.refresh_token)])
      expect([status, body.error]).to.deep.equal([401, 'invalid_client'])
    expect(await use(tokens.access_token)).to.equal(200)
  })

  it('stop in a running client when the member disconnects the app', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const app = await new TestApp(server).connect(owner, 'manage')
    await app.use(async (client) => {
      await client.ping()
      const [connection] = await owner.call('platform_connections_list', {})
      await owner.call('platform_connections_revoke', { id: connection!.id })
      const error: unknown = await client.ping().catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(Error)
      expect(app.asked, 'the app has to ask again').to.be.instanceOf(URL)
    })
  })

  it('count what the member is and may from the next call on', async () => {
    const { company, member, tokens } = await connected()
    const tools = async (): Promise<string[]> =>
      (await mcp(tokens.access_token).tools()).map(({ name }) => name)
    const owner = await company.as('owner')
    expect(await tools()).to.include('org_people_hire')
    await owner.call('platform_members_set_role', { membership_id: member.membershipId, role: 'viewer' })
    expect(await tools())
      .to.include('org_units_list')
      .and.not.include('org_people_hire')
    const answer = await mcp(tokens.access_token).call('org_people_hire', {})
    expect(answer.answer.error.code, 'a lost role is no reason to sign in again').to.equal('forbidden')
    await owner.call('platform_members_set_role', { membership_id: member.membershipId, role: 'member' })
    const refusal = await mcp(tokens.access_token).call('org_units_list', {})
    expect(refusal.answer.error.message).to.include('This app has the audience manage, but your role')
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    expect(await use(tokens.access_token)).to.equal(401)
    await owner.call('platform_members_enable', { membership_id: member.membershipId })
    expect(await use(tokens.access_token)).to.equal(200)
  })

  it('are refused a new one while the member is disabled', async () => {
    const { company, member, app, tokens } = await connected()
    const owner = await company.as('owner')
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    expect((await app.refresh(tokens.refresh_token)).body.error).to.equal('invalid_grant')
  })

  it('of the audience me follow the link to the person', async () => {
    const company = await server.company()
    const member = await company.member('viewer', { person: true })
    const { client } = await connectedApp(server, company, member, { audience: 'me' })
    const app = new McpClient(client)
    expect((await app.call('org_me_get', {})).answer.data.id).to.equal(member.personId)
    const owner = await company.as('owner')
    await owner.call('platform_members_link_person', {
      membership_id: member.membershipId,
      person_id: null,
    })
    const { error } = (await app.call('platform_whoami', {})).answer
    expect(error.message).to.include('This app has the audience me, but you are linked to no person')
  })

  it('are told that the organization is paused', async () => {
    const { company, tokens } = await connected()
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const answer = await mcp(tokens.access_token).request('ping')
    expect(answer.status).to.equal(403)
    expect(answer.text).to.include('invoices are unpaid')
  })

  it('have 300 calls in a minute together with all others of the connection', async () => {
    const { tokens, app } = await connected()
    const { body: second } = await app.refresh(tokens.refresh_token)
    const first = await mcp(tokens.access_token).request('ping')
    const left = Number(first.headers.get('ratelimit-remaining'))
    const next = await mcp(second.access_token).request('ping')
    expect([left - 1, 299]).to.include(Number(next.headers.get('ratelimit-remaining')))
    expect(first.headers.get('ratelimit-limit')).to.equal('300')
  })

  it('of one organization reach no other one', async () => {
    const { tokens } = await connected()
    const elsewhere = await server.company()
    const unit = await elsewhere.unit()
    const { error } = (await mcp(tokens.access_token).call('org_units_archive', { unit_id: unit })).answer
    expect(error.code).to.equal('not_found')
  })
})
