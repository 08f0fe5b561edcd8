import { request } from 'node:http'
import { expect } from 'chai'
import { loginOf, signIn } from '../support/browser.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer, type TestServer } from '../support/server.ts'
import { speak } from '../support/socket.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** Answers of every kind, by name: successes and refusals, of the application and of the connection. */
async function everyKind(server: TestServer): Promise<Record<string, Answer>> {
  const company = await server.company()
  const key = await company.as('viewer')
  const nobody = server.anonymous()
  const mcp = new McpClient(key)
  const answers = {
    'a read': await key.raw('/v1/platform/whoami'),
    'a HEAD': await key.raw('/v1/platform/whoami', { method: 'HEAD' }),
    'a refused write': await key.post('/v1/org/units.create', { name: 'A', kind: 'team' }),
    'wrong input': await key.post('/v1/platform/whoami', { surprise: 1 }),
    'no credential': await nobody.raw('/v1/platform/whoami'),
    'no such address': await nobody.raw('/nowhere'),
    'a wrong method': await nobody.raw('/v1/platform/whoami', { method: 'DELETE' }),
    'signing in': await signIn(server, loginOf(company)),
    'failing to sign in': await signIn(server, { ...loginOf(company), password: 'guess' }),
    'a tool': await mcp.request('tools/list'),
    'a notification': await mcp.send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    'a refused tool call': await new McpClient(nobody).request('tools/list'),
    'the reference': await nobody.raw('/docs'),
    'the icon': await nobody.raw('/docs/icon.svg'),
    'the document': await nobody.raw('/v1/openapi.json'),
    health: await nobody.raw('/healthz'),
    readiness: await nobody.raw('/readyz'),
    metrics: await fetch(server.running.metricsUrl!),
    'nothing beside the metrics': await fetch(new URL('/', server.running.metricsUrl)),
    'what is no HTTP': (await speak(server, 'nonsense\r\n\r\n'))[0]!,
    'headers that are too large': (
      await speak(server, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    )[0]!,
  }
  return Object.fromEntries(
    Object.entries(answers).map(([what, { status, headers }]) => [
      what,
      { status, headers: headers instanceof Headers ? Object.fromEntries(headers) : headers },
    ]),
  )
}

describe('the headers that protect whoever reads the answer', () => {
  const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

  describe('over http', () => {
    const server = useServer({})

    it('are in every answer; browsers are not told to use https', async () => {
      const answers = await everyKind(server)
      expect(Object.values(answers).map(({ status }) => status)).to.include.members([
        200, 202, 400, 401, 403, 404, 405, 431,
      ])
      for (const [what, { headers }] of Object.entries(answers)) {
        expect(headers, what).to.include(common)
        expect(headers, what).to.not.have.property('strict-transport-security')
        expect(headers, what).to.have.property('x-request-id')
      }
    })

    it('the page of the reference sends forms nowhere else, and its links lead where they say', async () => {
      for (const path of ['/docs', '/docs/start.js']) {
        const { headers } = await server.anonymous().raw(path)
        const policy = headers.get('content-security-policy')!.split('; ')
        expect(policy).to.include.members(["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      }
    })

    it('metrics are not on the port that everybody may call', async () => {
      const { status, body } = await server.anonymous().raw('/metrics')
      expect([status, body.error.code]).to.deep.equal([404, 'not_found'])
      const { port } = new URL(server.running.metricsUrl!)
      expect(Number(port)).to.not.equal(server.running.port)
      expect(server.running.metricsUrl).to.match(/^http:\/\/127\.0\.0\.1:/)
      const answer = await fetch(new URL('/v1/platform/whoami', server.running.metricsUrl))
      expect(answer.status, 'and there is nothing but metrics').to.equal(404)
      expect((await fetch(server.running.metricsUrl!, { method: 'POST' })).status).to.equal(405)
    })
  })

  describe('over https', () => {
    const server = useServer({ BASE_URL: 'https://people.example.com', TRUST_PROXY: 'true' })
    const other = useServer()

    it('every answer tells browsers to use nothing else', async () => {
      for (const [what, { headers }] of Object.entries(await everyKind(server)))
        expect(headers, what).to.include({ ...common, 'strict-transport-security': 'max-age=31536000' })
    })

    it('the documents name this address, which clients that are made from them call', async () => {
      for (const path of ['/v1/openapi.json', '/v1/openapi-3.0.json']) {
        const { body, headers } = await server.anonymous().raw(path)
        expect(
          body.servers.map(({ url }: { url: string }) => url),
          path,
        ).to.deep.equal(['https://people.example.com'])
        const elsewhere = (await fetch(`${other.baseUrl}${path}`)).headers.get('etag')
        expect(headers.get('etag'), 'of another address').to.not.equal(elsewhere)
      }
    })
  })
})

describe('HEAD', () => {
  const server = useServer()

  /** Status and headers, without those that differ between two answers to the same request. */
  const ask = (method: string, path: string, headers: Record<string, string>): Promise<object> =>
    new Promise((done, fail) => {
      request(`${server.baseUrl}${path}`, { method, headers }, (answer) => {
        let length = 0
        answer.on('data', (chunk: Buffer) => (length += chunk.length))
        answer.on('end', () => {
          const { date, 'x-request-id': _, 'transfer-encoding': __, ...same } = answer.headers
          const left = Object.entries(same).filter(([name]) => !name.startsWith('ratelimit-re'))
          if (method === 'HEAD' && length > 0) fail(new Error(`HEAD ${path} has a body`))
          done({ status: answer.statusCode, dated: date !== undefined, ...Object.fromEntries(left) })
        })
      })
        .on('error', fail)
        .end()
    })

  it('has the headers of GET at every address that is no action, compressed or not', async () => {
    const documents = ['/v1/openapi.json', '/v1/openapi-3.0.json']
    for (const path of ['/healthz', '/readyz', '/docs', '/docs/redoc.js', ...documents, '/mcp', '/nowhere'])
      for (const encoding of ['identity', 'br', 'gzip'])
        expect(await ask('HEAD', path, { 'Accept-Encoding': encoding }), `${path} ${encoding}`).to.deep.equal(
          await ask('GET', path, { 'Accept-Encoding': encoding }),
        )
  })

  it('answers 304 to a client that has the document', async () => {
    const { etag } = (await ask('HEAD', '/v1/openapi.json', {})) as { etag: string }
    expect(await ask('HEAD', '/v1/openapi.json', { 'If-None-Match': etag })).to.include({ status: 304, etag })
  })

  it('has the headers of GET for a long list, compressed or not', async () => {
    const company = await server.company()
    await Promise.all(Array.from({ length: 10 }, () => company.unit()))
    const { headers } = await company.as('hr')
    for (const encoding of ['identity', 'br']) {
      const both = { ...headers, 'Accept-Encoding': encoding }
      const byGet = await ask('GET', '/v1/org/units.list', both)
      expect(byGet).to.have.property(encoding === 'br' ? 'content-encoding' : 'content-length')
      expect(await ask('HEAD', '/v1/org/units.list', both)).to.deep.equal(byGet)
    }
  })
})
