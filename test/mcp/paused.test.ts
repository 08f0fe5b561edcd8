import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect } from 'chai'
import type { Company } from '../support/company.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}
const whoami = { name: 'platform_whoami', arguments: {} }
const reasons = {
  paused: /^This organization is paused because invoices are unpaid\. /,
  closed: /^This organization is closed because invoices are unpaid\. Its data is deleted on 2030-01-01\. /,
}

describe('mcp of an organization that is paused or closed', () => {
  const server = useServer()

  const set = (company: Company, status: 'active' | 'paused' | 'closed') =>
    server.db.query(
      `update organizations
          set status = $2,
              pause_reason = case when $2 = 'active' then null else 'unpaid' end,
              paused_since = case when $2 = 'active' then null else updated_at end,
              delete_on = case when $2 = 'closed' then '2030-01-01'::date end
        where org_id = $1`,
      [company.id, status],
    )

  /** Every kind of request, of both kinds of revisions. */
  const requests = (mcp: McpClient) => [
    mcp.request('initialize', initialize),
    mcp.request('ping'),
    mcp.request('tools/list'),
    mcp.request('tools/call', whoami),
    mcp.request('nonsense'),
    mcp.stateless('server/discover'),
    mcp.stateless('tools/list'),
    mcp.stateless('tools/call', whoami),
  ]

  for (const status of ['paused', 'closed'] as const)
    it(`${status}: everything is refused with the reason, to every role`, async () => {
      const company = await server.company()
      const callers = [
        await company.as('owner'),
        await company.as('viewer'),
        await company.as('member', 'me'),
      ]
      await set(company, status)
      for (const caller of callers) {
        const mcp = new McpClient(caller)
        for (const { status: code, body, headers } of await Promise.all(requests(mcp))) {
          expect([code, body.id, body.error.code]).to.deep.equal([403, 1, -32_000])
          expect(body.error.message).to.match(reasons[status])
          expect(body.error.data).to.deep.equal({
            code: 'forbidden',
            message: body.error.message,
            request_id: headers.get('x-request-id'),
          })
          expect(headers.get('ratelimit-limit'), 'it counts').to.equal('300')
        }
        const batch = await mcp.send([
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: whoami },
          { jsonrpc: '2.0', id: 2, method: 'ping' },
        ])
        expect([batch.status, batch.body.error.code]).to.deep.equal([403, -32_000])
        const notice = await mcp.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
        expect(notice.status).to.equal(403)
        expect((await mcp.send('no JSON')).status).to.equal(403)
      }
    })

  it('works again when the organization does', async () => {
    const company = await server.company()
    const mcp = new McpClient(await company.as('hr'))
    await set(company, 'paused')
    expect((await mcp.request('tools/list')).status).to.equal(403)
    await set(company, 'active')
    for (const { status, body } of await Promise.all(requests(mcp)))
      expect(status === 200 || body.error.code === -32_601, JSON.stringify(body)).to.equal(true)
  })

  it("tells the SDK's client at once, which cannot connect", async () => {
    const company = await server.company()
    const { headers } = await company.as('owner')
    await set(company, 'paused')
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
      requestInit: { headers },
    })
    const error = await client.connect(transport as Transport).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    expect(error?.message).to.include('paused because invoices are unpaid')
  })
})
