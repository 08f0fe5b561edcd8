import { expect } from 'chai'
import { newApiKey } from '../../src/secrets/credentials.ts'
import { TestClient } from '../support/client.ts'
import { answerOf, McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

const call = (id: number, name = 'platform_whoami', args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe('mcp access and limits', () => {
  const server = useServer()

  /**
   * Sets how many calls every key of the organization has made in this minute. The minute is one that has not come, which
   * counts whatever the clock of the database says.
   */
  const use = (orgId: string, used: number) =>
    server.db.query(
      `update rate_windows set used = $2, minute = date_trunc('minute', now()) + interval '1 hour' where org_id = $1`,
      [orgId, used],
    )

  it('answers 401 with WWW-Authenticate without a key, with something that is no key, and with an unknown key', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const callers = [
      server.anonymous(),
      web,
      new TestClient(server.baseUrl, { kind: 'key', secret: 'hrk_nonsense' }),
      new TestClient(server.baseUrl, { kind: 'key', secret: newApiKey() }),
    ]
    for (const caller of callers) {
      const { status, headers, body } = await new McpClient(caller).request('tools/call', {
        name: 'platform_whoami',
      })
      expect(status).to.equal(401)
      expect(headers.get('www-authenticate')).to.match(/^Bearer\b/)
      expect(headers.get('ratelimit-limit')).to.equal(null)
      expect(body.error.data).to.include({ code: 'unauthenticated', request_id: headers.get('x-request-id') })
    }
  })

  it('allows only POST', async () => {
    const hr = await (await server.company()).as('hr')
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await hr.raw('/mcp', { method })
      expect(status).to.equal(405)
      expect(headers.get('allow')).to.equal('POST')
    }
  })

  it('lets only its own pages and programs in: a foreign Origin is 403, before anything else', async () => {
    const hr = await (await server.company()).as('hr')
    const { port } = server.running
    for (const origin of [
      'https://evil.example',
      `http://evil.example:${port}`,
      'null',
      `https://localhost:${port}`,
      `http://localhost:${port + 1}`,
    ]) {
      const { status, body } = await new McpClient(hr, { headers: { Origin: origin } }).request('ping')
      expect([status, body.error.data.code], origin).to.deep.equal([403, 'forbidden'])
      expect(
        (await new McpClient(server.anonymous(), { headers: { Origin: origin } }).request('ping')).status,
      ).to.equal(403)
    }
    for (const origin of [server.baseUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`])
      expect(
        (await new McpClient(hr, { headers: { Origin: origin } }).request('ping')).status,
        origin,
      ).to.equal(200)
  })

  it('shares the minute with REST, and counts each tool call of a batch', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const mcp = new McpClient(hr)
    const remaining = async () =>
      Number((await hr.post('/v1/platform/whoami', {})).headers.get('ratelimit-remaining'))
    await remaining()
    await use(company.id, 0)
    expect(await remaining()).to.equal(299)
    const { headers } = await mcp.send([
      call(1),
      call(2),
      { jsonrpc: '2.0', id: 3, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(4),
    ])
    expect(headers.get('ratelimit-limit')).to.equal('300')
    expect(headers.get('ratelimit-remaining')).to.equal('296')
    expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60)
    expect((await mcp.request('tools/list')).headers.get('ratelimit-remaining')).to.equal('295')
  })

  it('answers 429 when nothing fits, as HTTP and as JSON-RPC', async () => {
    const company = await server.company()
    const mcp = new McpClient(await company.as('hr'))
    await mcp.request('ping')
    await use(company.id, 300)
    for (const body of [call(7), [call(1), call(2)], { jsonrpc: '2.0', id: 7, method: 'ping' }]) {
      const answer = await mcp.send(body)
      expect(answer.status).to.equal(429)
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60)
      expect(answer.headers.get('ratelimit-remaining')).to.equal('0')
      // The body, and with it the id of the message, is not read.
      expect(answer.body).to.include({ jsonrpc: '2.0', id: null })
      expect(answer.body.error.data.code).to.equal('rate_limited')
    }
  })

  it('runs what fits of a batch and refuses the rest, each by itself', async () => {
    const company = await server.company()
    const mcp = new McpClient(await company.as('hr'))
    await mcp.request('ping')
    await use(company.id, 298)
    const names = ['Fits 1', 'Fits 2', 'Over 3', 'Over 4']
    const { status, body } = await mcp.send(
      names.map((name, id) => call(id, 'org_units_create', { name, kind: 'team' })),
    )
    expect(status).to.equal(200)
    expect(body.map(({ result }: any) => answerOf(result).error?.code ?? 'ok')).to.deep.equal([
      'ok',
      'ok',
      'rate_limited',
      'rate_limited',
    ])
    expect(body[2].result).to.include({ isError: true })
    const units = await (await company.as('owner')).call('org_units_list', {})
    expect(units.map(({ name }) => name))
      .to.include.members(['Fits 1', 'Fits 2'])
      .and.not.include('Over 3')
  })

  it('records what an assistant did as done over MCP', async () => {
    const company = await server.company()
    await new McpClient(await company.as('hr')).call('org_units_create', { name: 'Traced', kind: 'team' })
    const { rows } = await server.db.query(
      `select * from activity where org_id = $1 and action = 'org.units.create'`,
      [company.id],
    )
    expect(rows).to.have.length(1)
    expect(JSON.stringify(rows[0])).to.include('"mcp"')
  })

  it('logs which tools ran and how, and none of their input', async () => {
    const mcp = new McpClient(await (await server.company()).as('hr'))
    const { headers } = await mcp.send([
      call(1),
      call(2, 'org_units_create', { name: 'Secret plan', kind: 'nothing' }),
    ])
    const lines = server.logLines
      .filter((line) => line.includes(headers.get('x-request-id') as string))
      .map((line) => JSON.parse(line) as object)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.deep.include({
      action: 'mcp',
      via: 'mcp',
      code: 'validation_failed',
      tools: ['platform.whoami ok', 'org.units.create validation_failed'],
    })
    expect(JSON.stringify(lines)).to.not.include('Secret plan')
  })

  it('logs a message that it refused, though the answer has status 200', async () => {
    const mcp = new McpClient(await (await server.company()).as('hr'))
    for (const [method, code] of [
      ['tools/list', 'ok'],
      ['nothing', 'not_found'],
    ] as const) {
      const { headers } = await mcp.send([{ jsonrpc: '2.0', id: 1, method }])
      const line = server.logLines.find((one) => one.includes(headers.get('x-request-id') as string))
      expect(JSON.parse(line!), method).to.include({ action: 'mcp', code })
    }
  })
})
