import { expect } from 'chai'
import { handshakeVersions } from '../../src/mcp/protocol.ts'
import { nil } from '../support/dry-run.ts'
import { answerOf, McpClient, statelessMeta, statelessVersion } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

const call = (id: unknown, name = 'platform_whoami', args?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, ...(args && { arguments: args }) },
})

describe('mcp protocol', () => {
  const server = useServer()
  const connect = async (options = {}) => new McpClient(await (await server.company()).as('hr'), options)

  describe('with a handshake (2025-11-25 and before)', () => {
    it('agrees on a revision without opening a session', async () => {
      const mcp = await connect()
      for (const [asked, agreed] of [
        ['2025-11-25', '2025-11-25'],
        ['2025-03-26', '2025-03-26'],
        ['1999-01-01', '2025-11-25'],
      ]) {
        const { status, headers, body } = await mcp.request('initialize', {
          protocolVersion: asked,
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        })
        expect(status).to.equal(200)
        expect(headers.get('mcp-session-id')).to.equal(null)
        expect(body.result).to.include({ protocolVersion: agreed })
      }
    })

    it('says what is wrong in a malformed initialize', async () => {
      const { body } = await (await connect()).request('initialize', { protocolVersion: 7 })
      expect(body.error).to.include({ code: -32602 })
    })

    it('answers ping, and takes notifications and client responses with 202 and nothing', async () => {
      const mcp = await connect()
      expect((await mcp.request('ping')).body).to.deep.equal({ jsonrpc: '2.0', id: 1, result: {} })
      for (const message of [{ method: 'notifications/initialized' }, { id: 4, result: {} }]) {
        const { status, text } = await mcp.send({ jsonrpc: '2.0', ...message })
        expect([status, text]).to.deep.equal([202, ''])
      }
    })

    it('gives back the id as it came', async () => {
      const mcp = await connect()
      for (const id of [0, -7, 9007199254740991, '', '1', 'a "quoted" id'])
        expect((await mcp.send({ jsonrpc: '2.0', id, method: 'ping' })).body).to.deep.equal({
          jsonrpc: '2.0',
          id,
          result: {},
        })
    })

    it('answers an unknown method and an unknown tool with errors of the protocol', async () => {
      const mcp = await connect()
      const method = await mcp.request('resources/list')
      expect([method.status, method.body.error.code]).to.deep.equal([200, -32601])
      const tool = await mcp.request('tools/call', { name: 'constructor' })
      expect([tool.status, tool.body.error.code]).to.deep.equal([200, -32602])
      const args = await mcp.request('tools/call', { name: 'org_units_list', arguments: [] })
      expect([args.status, args.body.error.code]).to.deep.equal([200, -32602])
    })

    it('reads missing arguments as empty ones', async () => {
      const mcp = await connect()
      for (const params of [{}, { arguments: {} }, { arguments: null }]) {
        const { body } = await mcp.request('tools/call', { name: 'org_units_list', ...params })
        expect(answerOf(body.result).data).to.be.an('array')
      }
    })

    it('runs a call that asks for progress or a background task like any other', async () => {
      const mcp = await connect()
      for (const extra of [
        { _meta: { progressToken: 1 } },
        { task: { ttl: 1 } },
        { _meta: { progressToken: 1.5, 'io.modelcontextprotocol/related-task': 3 } },
      ]) {
        const { body } = await mcp.request('tools/call', { name: 'platform_whoami', ...extra })
        expect(answerOf(body.result)).to.have.nested.property('data.user')
      }
    })

    it('answers JSON, whatever the client accepts', async () => {
      for (const accept of ['*/*', 'application/json', 'text/event-stream']) {
        const { status, headers } = await (await connect({ headers: { Accept: accept } })).request('ping')
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.match(/^application\/json/)
      }
    })

    it('refuses a revision that it does not know', async () => {
      for (const version of ['1999-01-01', 'latest', '2027-01-01']) {
        const { status, body } = await (
          await connect({ headers: { 'MCP-Protocol-Version': version } })
        ).request('tools/list')
        expect(status).to.equal(400)
        expect(body.error).to.include({ code: -32022 })
        expect(body.error.data).to.deep.include({ requested: version })
      }
    })

    it('refuses what is not JSON-RPC', async () => {
      const mcp = await connect()
      const cases: [unknown, number][] = [
        ['{', -32700],
        ['null', -32600],
        [{ jsonrpc: '2.0', id: 1 }, -32600],
        [{ id: 1, method: 'ping' }, -32600],
        [{ jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
        [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32600],
        [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600],
        [{ jsonrpc: '2.0', id: 'i'.repeat(1001), method: 'ping' }, -32600],
        [{ jsonrpc: '2.0', id: 1, method: 'm'.repeat(1001) }, -32600],
        [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600],
        [[], -32600],
        [[1], -32600],
      ]
      for (const [body, code] of cases) {
        const answer = await mcp.send(body)
        expect([answer.status, answer.body.error.code], JSON.stringify(body)).to.deep.equal([400, code])
        expect(answer.headers.get('ratelimit-remaining'), 'it is authenticated all the same').to.not.equal(
          null,
        )
      }
    })

    it('refuses bodies that are too large or of another type', async () => {
      const mcp = await connect()
      const large = await mcp.send(
        JSON.stringify(call(1, 'org_units_list', { name: 'x'.repeat(2 * 1024 * 1024) })),
      )
      expect([large.status, large.body.error.data.code]).to.deep.equal([413, 'payload_too_large'])
      const typed = await mcp.send('{}', { 'Content-Type': 'text/plain' })
      expect(typed.status).to.equal(415)
    })
  })

  it('answers a tool with one text and nothing beside it, in every revision', async () => {
    const mcp = await connect()
    const ask = { name: 'org_units_list', arguments: {} }
    const wrong = { name: 'org_units_list', arguments: { nonsense: 1 } }
    for (const params of [ask, wrong]) {
      const results = [(await mcp.stateless('tools/call', params)).body.result]
      for (const version of handshakeVersions) {
        const message = { ...call(1), params }
        const headers = { 'MCP-Protocol-Version': version }
        results.push((await mcp.send(message, headers)).body.result)
        results.push((await mcp.send([message], headers)).body[0].result)
      }
      expect(results).to.have.length.above(5)
      for (const { resultType: _, _meta, ...result } of results) {
        expect(result).to.have.all.keys(params === wrong ? ['content', 'isError'] : ['content'])
        expect(result.content).to.have.length(1)
        expect(result.content[0]).to.have.all.keys('type', 'text')
      }
    }
  })

  describe('batches', () => {
    it('answers every request of a batch, in its order', async () => {
      const mcp = await connect()
      const { status, body } = await mcp.send([
        call(3),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 'p', method: 'ping' },
        call(1, 'no_such_tool'),
        call(2, 'org_units_list'),
      ])
      expect(status).to.equal(200)
      expect(body.map(({ id }: { id: unknown }) => id)).to.deep.equal([3, 'p', 1, 2])
      expect(body[2].error.code).to.equal(-32602)
      expect(answerOf(body[3].result).data).to.be.an('array')
    })

    it('runs them one after the other: a later call sees what an earlier one did', async () => {
      const mcp = await connect()
      const { body } = await mcp.send([
        call(1, 'org_units_create', { name: 'First', kind: 'team' }),
        call(2, 'org_units_list'),
        call(3, 'org_units_create', { name: 'FIRST', kind: 'team' }),
      ])
      expect(answerOf(body[1].result).data.map(({ name }: { name: string }) => name)).to.include('First')
      expect(answerOf(body[2].result).error.code).to.equal('conflict')
    })

    it('answers a call that the same batch cancels', async () => {
      const mcp = await connect()
      const { status, body } = await mcp.send([
        call(1),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ])
      expect(status).to.equal(200)
      expect(body).to.have.length(1)
      expect(answerOf(body[0].result)).to.have.nested.property('data.user')
    })

    it('takes a batch of notifications with 202', async () => {
      const { status, text } = await (
        await connect()
      ).send([{ jsonrpc: '2.0', method: 'notifications/initialized' }])
      expect([status, text]).to.deep.equal([202, ''])
    })

    it('takes 20 messages, and runs nothing of 21', async () => {
      const mcp = await connect()
      const batch = (size: number) =>
        Array.from({ length: size }, (_, id) =>
          call(id, 'org_units_create', { name: `Unit ${size} ${id}`, kind: 'team' }),
        )
      expect((await mcp.send(batch(20))).body).to.have.length(20)
      const { status, body } = await mcp.send(batch(21))
      expect([status, body.error.code]).to.deep.equal([400, -32600])
      const units = await mcp.client.call('org_units_list', {})
      expect(units.filter(({ name }) => name.startsWith('Unit 21'))).to.deep.equal([])
    })

    it('runs nothing of a batch with two equal ids, an initialize, or anything malformed', async () => {
      const mcp = await connect()
      const create = (id: unknown) =>
        call(id, 'org_units_create', { name: `Twice ${String(id)}`, kind: 'team' })
      for (const batch of [
        [create(1), create(1)],
        [create(2), { jsonrpc: '2.0', id: 9, method: 'initialize', params: {} }],
        [create(3), 'x'],
      ]) {
        const { status, body } = await mcp.send(batch)
        expect([status, body.error.code]).to.deep.equal([400, -32600])
      }
      expect(await mcp.client.call('org_units_list', {})).to.have.length(1)
    })

    it('tells the ids 1 and "1" apart', async () => {
      const { body } = await (await connect()).send([call(1), call('1')])
      expect(body.map(({ id }: { id: unknown }) => id)).to.deep.equal([1, '1'])
    })
  })

  describe('without a handshake (2026-07-28)', () => {
    it('describes itself', async () => {
      const { status, body } = await (await connect()).stateless('server/discover')
      expect(status).to.equal(200)
      expect(body.result).to.deep.include({
        resultType: 'complete',
        cacheScope: 'private',
        capabilities: { tools: {} },
      })
      expect(body.result.supportedVersions).to.include.members(['2026-07-28', '2025-11-25'])
      expect(body.result.instructions).to.be.a('string')
      expect(body.result._meta['io.modelcontextprotocol/serverInfo']).to.include({ name: 'rollcall' })
    })

    it('lists tools, which a client may keep but not share, and calls them', async () => {
      const mcp = await connect()
      const list = (await mcp.stateless('tools/list')).body.result
      expect(list).to.include({ resultType: 'complete', cacheScope: 'private' })
      expect(list.ttlMs).to.be.above(0)
      expect(list.tools).to.deep.equal(await mcp.tools())
      const { body } = await mcp.stateless('tools/call', {
        name: 'org_units_create',
        arguments: { name: 'Ghost', kind: 'team', dry_run: true },
      })
      expect(body.result).to.include({ resultType: 'complete' })
      expect(body.result._meta).to.have.property('rollcall/dry_run', true)
      expect(body.result._meta).to.have.property('io.modelcontextprotocol/serverInfo')
      expect(answerOf(body.result).data).to.include({ id: nil, name: 'Ghost' })
    })

    it('refuses headers that are missing or differ from the body', async () => {
      const mcp = await connect()
      const headers = [
        { 'Mcp-Method': 'tools/call' },
        { 'Mcp-Method': '' },
        { 'MCP-Protocol-Version': '' },
        { 'MCP-Protocol-Version': '2025-11-25' },
        { 'Mcp-Method': 'TOOLS/LIST' },
      ]
      for (const header of headers) {
        const { status, body } = await mcp.stateless('tools/list', {}, header)
        expect([status, body.error.code, body.id], JSON.stringify(header)).to.deep.equal([400, -32020, 1])
      }
      for (const name of ['org_units_create', '']) {
        const { status, body } = await mcp.stateless(
          'tools/call',
          { name: 'org_units_list' },
          { 'Mcp-Name': name },
        )
        expect([status, body.error.code]).to.deep.equal([400, -32020])
      }
    })

    it('reads a header value that came as Base64', async () => {
      const encoded = `=?base64?${Buffer.from('platform_whoami').toString('base64')}?=`
      const { status } = await (
        await connect()
      ).stateless('tools/call', { name: 'platform_whoami' }, { 'Mcp-Name': encoded })
      expect(status).to.equal(200)
    })

    it('refuses a request without a revision or with an unknown one', async () => {
      const mcp = await connect()
      const { 'io.modelcontextprotocol/clientCapabilities': _, ...incomplete } = statelessMeta
      for (const _meta of [undefined, {}, incomplete]) {
        const { status, body } = await mcp.stateless('tools/list', { _meta })
        expect([status, body.error.code]).to.deep.equal([400, -32602])
      }
      const version = '2031-01-01'
      const meta = { ...statelessMeta, 'io.modelcontextprotocol/protocolVersion': version }
      const { status, body } = await mcp.stateless(
        'tools/list',
        { _meta: meta },
        { 'MCP-Protocol-Version': version },
      )
      expect([status, body.error.code]).to.deep.equal([400, -32022])
      expect(body.error.data.supported[0]).to.equal(statelessVersion)
      expect(body.error.data.requested).to.equal(version)
    })

    it('has none of the methods of earlier revisions, and no batches', async () => {
      const mcp = await connect()
      for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'nothing']) {
        const { status, body } = await mcp.stateless(method)
        expect([status, body.error.code], method).to.deep.equal([404, -32601])
      }
      const { status, body } = await mcp.send(
        [{ ...call(1), params: { name: 'platform_whoami', _meta: statelessMeta } }],
        { 'MCP-Protocol-Version': statelessVersion },
      )
      expect([status, body.error.code]).to.deep.equal([400, -32600])
    })

    it('takes notifications with 202', async () => {
      const { status, text } = await (
        await connect()
      ).send(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: statelessMeta, requestId: 1 } },
        { 'MCP-Protocol-Version': statelessVersion, 'Mcp-Method': 'notifications/cancelled' },
      )
      expect([status, text]).to.deep.equal([202, ''])
    })
  })
})
