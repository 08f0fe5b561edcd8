import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { enterFor, type Column } from '../support/access.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { makeInput } from '../support/inputs.ts'
import { McpClient } from '../support/mcp.ts'
import { countBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { allActions, sweep } from '../support/sweep.ts'
import { until } from '../support/wait.ts'

describe('headers and the service around the actions', () => {
  const server = useServer({})
  let company: Company
  before(async () => {
    company = await server.company()
  })

  it('every answer to a credential carries a request id, the rate and nosniff, whether it succeeds or not', async () => {
    // The rate is that of a credential, and no call changes anything.
    const members = new Map<Column, Promise<Member>>()
    await sweep(
      server,
      allActions,
      ({ id }) => id,
      async (action) => {
        const scene = await enterFor(server, company, action, undefined, members)
        const dry = action.operation['x-class'] === 'read' ? '' : '?dry_run=true'
        const success = await scene.client.post(action.path + dry, await makeInput(scene, action), {
          'X-Request-Id': 'My_own-1',
        })
        expect(success.status, success.text).to.equal(200)
        const failure = await scene.client.post(
          action.path + dry,
          { surprise: 1 },
          { 'X-Request-Id': 'x'.repeat(64) },
        )
        expect(failure.status).to.equal(400)
        const refusal = await server.anonymous().post(action.path, {}, { 'X-Request-Id': 'anonymous' })
        expect(refusal.status).to.equal(401)

        expect(success.headers.get('x-request-id')).to.equal('My_own-1')
        expect([failure.headers.get('x-request-id'), failure.body.error.request_id]).to.deep.equal([
          'x'.repeat(64),
          'x'.repeat(64),
        ])
        expect([refusal.headers.get('x-request-id'), refusal.body.error.request_id]).to.deep.equal([
          'anonymous',
          'anonymous',
        ])
        const [rate, next] = [readRate(success), readRate(failure)]
        expect(rate.limit).to.equal(300)
        expect(rate.reset).to.be.within(0, 60)
        if (next.reset <= rate.reset) expect(next.remaining).to.equal(rate.remaining - 1)
        expect(refusal.headers.has('ratelimit-limit')).to.equal(false)
        for (const { headers } of [success, failure, refusal]) {
          expect(headers.get('x-content-type-options')).to.equal('nosniff')
          expect(headers.get('cache-control')).to.equal('no-store')
          expect(headers.get('content-type')).to.match(/^application\/json(;|$)/)
        }
      },
    )
  })

  it('replaces a request id that is not 1 to 64 letters, digits, _ and -', async () => {
    for (const bad of ['', 'a b', 'x'.repeat(65), 'caf\u00e9', '<script>', 'a,b']) {
      const { headers } = await server.anonymous().raw('/healthz', { headers: { 'X-Request-Id': bad } })
      expect(headers.get('x-request-id'), bad).to.match(/^[0-9a-f-]{36}$/)
    }
  })

  describe('compression', () => {
    before(async () => {
      await Promise.all(Array.from({ length: 10 }, () => company.unit()))
    })

    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decode] of Object.entries(decoders))
      it(`${encoding}, when the client accepts it`, async () => {
        const plain = await listUnits('identity')
        expect(plain.headers['content-encoding']).to.equal(undefined)
        expect(plain.bytes.length).to.be.greaterThan(1024)
        const packed = await listUnits(encoding)
        expect(packed.headers['content-encoding']).to.equal(encoding)
        expect(packed.headers['vary']).to.match(/accept-encoding/i)
        expect(packed.bytes.length).to.be.lessThan(plain.bytes.length)
        expect(decode(packed.bytes).toString()).to.equal(plain.bytes.toString())
      })

    it('not below 1 KB', async () => {
      const { headers } = await get('/healthz', { 'Accept-Encoding': 'br, gzip' })
      expect(headers['content-encoding']).to.equal(undefined)
    })

    async function listUnits(encoding: string) {
      const caller = await company.as('hr')
      return get('/v1/org/units.list', { ...caller.headers, 'Accept-Encoding': encoding })
    }
  })

  const documents = {
    '/v1/openapi.json': 'openapi/published/openapi.json',
    '/v1/openapi-3.0.json': 'src/generated/openapi-3.0.json',
  }
  for (const [path, file] of Object.entries(documents))
    describe(path, () => {
      const published = JSON.parse(readFileSync(file, 'utf8'))
      const expected = () => {
        const own = structuredClone(published)
        own.components.securitySchemes.session.name = 'rollcall'
        const url = server.running.runtime.baseUrl
        own.servers = [{ url, description: 'The service that this document is from.' }]
        return own
      }

      it('is the published document, with the address of this service and the name of its cookie over plain http', async () => {
        const { status, body } = await server.anonymous().raw(path)
        expect(status).to.equal(200)
        expect(body).to.deep.equal(expected())
        expect(published, 'that of the repository names no address').to.have.nested.property(
          'servers[0].url',
          '/',
        )
      })

      it('answers 304 to a client that has it already', async () => {
        const { headers } = await get(path)
        const again = await get(path, { 'If-None-Match': headers['etag'] as string })
        expect([again.status, again.bytes.length, again.headers['etag']]).to.deep.equal([
          304,
          0,
          headers['etag'],
        ])
        const changed = await get(path, { 'If-None-Match': '"another"' })
        expect(changed.status).to.equal(200)
      })

      it('comes compressed', async () => {
        const packed = await get(path, { 'Accept-Encoding': 'gzip' })
        expect(packed.headers['content-encoding']).to.equal('gzip')
        expect(JSON.parse(gunzipSync(packed.bytes).toString())).to.deep.equal(expected())
        const smaller = await get(path, { 'Accept-Encoding': 'br' })
        expect(smaller.headers['content-encoding']).to.equal('br')
        expect(JSON.parse(brotliDecompressSync(smaller.bytes).toString())).to.deep.equal(expected())
      })
    })

  it('answers without an encoding when the client accepts none, even if it refuses plain answers, too', async () => {
    const caller = await company.as('hr')
    for (const encodings of ['identity;q=0', '*;q=0', 'compress, identity;q=0']) {
      const answer = await caller.raw('/v1/org/units.list', { headers: { 'Accept-Encoding': encodings } })
      expect([answer.status, answer.headers.get('content-encoding')], encodings).to.deep.equal([200, null])
    }
  })

  it('refuses a request line that cannot be read with an error of the usual form', async () => {
    const { port } = new URL(server.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end('GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const data of socket) text += String(data)
    expect(text)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.match(/^X-Request-Id: /im)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).to.have.nested.property(
      'error.code',
      'validation_failed',
    )
  })

  it('/docs is a page that loads nothing from other addresses', async () => {
    const page = await get('/docs')
    expect([page.status, page.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8'])
    // Samples name the address of the service itself, and pictures their language.
    const own = [server.running.runtime.baseUrl, 'http://www.w3.org/2000/svg']
    const html = own.reduce((text, address) => text.replaceAll(address, ''), page.bytes.toString())
    expect(html).to.not.match(/(?:src|href|action)\s*=\s*["']?(?:[a-z]+:)?\/\//i)
    expect(html).to.not.match(/https?:|@import|url\(/i)
    expect(page.headers['content-security-policy'])
      .to.match(/default-src 'none'/)
      .and.not.match(/https?:|\*/)
    expect((await get('/Docs')).status, 'addresses are case-sensitive').to.equal(404)
    const parts = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path as string)
    expect(parts).to.not.have.length(0)
    for (const path of parts) {
      const { status, bytes } = await get(path)
      expect(status, path).to.equal(200)
      expect(bytes.toString()).to.not.match(/\bsrc\s*[:=]\s*["']https?:/)
    }
  })

  it('/healthz and /readyz answer 200 while all is well', async () => {
    expect((await get('/healthz')).status).to.equal(200)
    const ready = await get('/readyz')
    expect([ready.status, JSON.parse(ready.bytes.toString())]).to.deep.equal([
      200,
      { status: 'ok', database: 'ok', workers: 'ok' },
    ])
  })

  it('the metrics count requests by action and outcome', async () => {
    const caller = await company.as('hr')
    await caller.call('platform_whoami', {})
    await caller.post('/v1/platform/whoami', { surprise: 1 })
    const { status, headers, text } = await metrics()
    expect(status).to.equal(200)
    expect(headers.get('content-type')).to.match(/^text\/plain/)
    expect(text).to.match(/^rollcall_requests_total\{action="platform\.whoami",via="http",code="ok"\} [1-9]/m)
    expect(text).to.match(
      /^rollcall_requests_total\{action="platform\.whoami",via="http",code="validation_failed"\} [1-9]/m,
    )
    await new McpClient(caller).call('platform_whoami')
    expect((await metrics()).text).to.match(
      /^rollcall_requests_total\{action="platform\.whoami",via="mcp",code="ok"\} 1$/m,
    )
    for (const name of [
      'rollcall_request_seconds_bucket',
      'rollcall_pool_connections',
      'rollcall_jobs',
      'rollcall_nodejs_eventloop_lag_seconds',
    ])
      expect(text).to.contain(`\n${name}`)
    expect(text).to.not.contain(company.id)
  })

  it('a client that disconnects cancels its query', async () => {
    const caller = await company.as('hr')
    await caller.call('platform_whoami', {})
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin; lock table units in access exclusive mode')
      const leaving = new AbortController()
      const call = fetch(`${server.baseUrl}/v1/org/units.list`, {
        headers: caller.headers,
        signal: leaving.signal,
      }).catch((error: unknown) => error)
      await until('the query waits for the lock', async () => (await countBlocked(server.db)) === 1)
      leaving.abort()
      await call
      // 57014 is a cancelled query. The deadline for locks would be 55P03.
      const line = await until('the query is cancelled', () =>
        server.logLines.find((text) => text.includes('"org.units.list"') && text.includes('57014')),
      )
      expect(JSON.parse(line), 'this is no error of the service').to.include({ level: 30, code: 'gone' })
      expect((await metrics()).text).to.match(
        /^rollcall_requests_total\{action="org\.units\.list",via="http",code="gone"\} 1$/m,
      )
      expect(await countBlocked(server.db)).to.equal(0)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  async function metrics(): Promise<{ status: number; headers: Headers; text: string }> {
    const answer = await fetch(server.running.metricsUrl!)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  function readRate({ headers }: RawAnswer): { limit: number; remaining: number; reset: number } {
    const read = (name: string) => {
      expect(headers.has(`ratelimit-${name}`), `RateLimit-${name} is missing`).to.equal(true)
      return Number(headers.get(`ratelimit-${name}`))
    }
    return { limit: read('limit'), remaining: read('remaining'), reset: read('reset') }
  }

  /** A plain GET. With fetch, encodings would be chosen and unpacked automatically. */
  function get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
    return new Promise((done, fail) => {
      const sent = request(`${server.baseUrl}${path}`, { headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          done({
            status: answer.statusCode as number,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', fail)
      sent.end()
    })
  }
})
