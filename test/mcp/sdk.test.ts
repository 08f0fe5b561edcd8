import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { nil } from '../support/dry-run.ts'
import type { TestClient } from '../support/client.ts'
import { answerOf, type RawResult } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

const dataOf = (result: CallToolResult) => answerOf(result as unknown as RawResult).data

describe("mcp with the SDK's own client", () => {
  const server = useServer()

  /** Runs `work` with a connected client of this caller. */
  async function connected(
    caller: TestClient,
    work: (client: Client) => Promise<void>,
    query = '',
  ): Promise<void> {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp${query}`), {
      requestInit: { headers: caller.headers },
    })
    await client.connect(transport as Transport)
    try {
      await work(client)
    } finally {
      await client.close()
    }
  }

  it('connects, learns what the service is, and pings', async () => {
    const hr = await (await server.company()).as('hr')
    await connected(hr, async (client) => {
      expect(client.getServerVersion()).to.deep.include({ name: 'rollcall', title: 'Rollcall' })
      expect(client.getServerCapabilities()).to.deep.equal({ tools: {} })
      const instructions = client.getInstructions() ?? ''
      expect(instructions.length).to.be.within(500, 1500)
      for (const word of [
        'manage',
        'never what waits for HR',
        'dry_run',
        'idempotency_key',
        'Dates',
        'next page',
        'people do in the web app',
        'as_of of org_people_list',
      ])
        expect(instructions).to.include(word)
      await client.ping()
    })
  })

  it('lists the tools and calls a read, a dry run and a write', async () => {
    const hr = await (await server.company()).as('hr')
    await connected(hr, async (client) => {
      const { tools, nextCursor } = await client.listTools()
      expect(tools.map(({ name }) => name)).to.include.members([
        'platform_whoami',
        'org_units_list',
        'org_units_create',
      ])
      expect(nextCursor).to.equal(undefined)

      const whoami = (await client.callTool({ name: 'platform_whoami' })) as CallToolResult
      const me = await hr.call('platform_whoami', {})
      expect(dataOf(whoami).user).to.deep.include({ id: me.user.id, email: me.user.email })

      const input = { name: 'By assistant', kind: 'team' }
      const dry = (await client.callTool({
        name: 'org_units_create',
        arguments: { ...input, dry_run: true },
      })) as CallToolResult
      expect(dataOf(dry)).to.include({ id: nil })
      const made = (await client.callTool({ name: 'org_units_create', arguments: input })) as CallToolResult
      expect(made.isError).to.not.equal(true)
      const units = await hr.call('org_units_list', {})
      expect(units.filter(({ name }) => name === 'By assistant')).to.have.length(1)
    })
  })

  it('serves many clients at once, each its own organization', async () => {
    const callers = await Promise.all(
      Array.from({ length: 5 }, async () => (await server.company()).as('owner')),
    )
    await Promise.all(
      callers.map((caller) =>
        connected(caller, async (client) => {
          const { org } = await caller.call('platform_whoami', {})
          const answers = await Promise.all(
            Array.from({ length: 10 }, () => client.callTool({ name: 'platform_whoami' })),
          )
          for (const answer of answers)
            expect(dataOf(answer as CallToolResult).org).to.include({ id: org.id })
        }),
      ),
    )
  })

  it('fails to connect, with the reason, when the address names an unknown toolset', async () => {
    const hr = await (await server.company()).as('hr')
    const failure = await connected(hr, async () => undefined, '?toolsets=nothing').catch(
      (error: unknown) => error,
    )
    expect(String(failure)).to.include('Unknown toolset')
  })
})
