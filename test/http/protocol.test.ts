import { expect } from 'chai'
import { connectionLimits } from '../../src/http/connections.ts'
import type { TestClient } from '../support/client.ts'
import { document, guide } from '../support/contract.ts'
import { useServer } from '../support/server.ts'
import { open, readAll, readAnswers, speak, type PlainAnswer } from '../support/socket.ts'
import { until } from '../support/wait.ts'

const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\n'
const end = 'Connection: close\r\n\r\n'
const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('requests that HTTP does not allow are refused in the form of every other error', () => {
  const server = useServer()
  const authorization = (client: TestClient) => `Authorization: ${client.headers['Authorization']}\r\n`
  const call = async () =>
    `POST /v1/platform/whoami HTTP/1.1\r\nHost: x\r\n${authorization(await (await server.company()).as('hr'))}`

  /** Expects one refusal of the usual form, whose request id is in the log. */
  async function expectRefusal(answers: PlainAnswer[], status: number, message: RegExp): Promise<void> {
    expect(answers.map((answer) => answer.status)).to.deep.equal([status])
    const [{ headers, body }] = answers as [PlainAnswer]
    expect(Object.keys(body)).to.deep.equal(['error'])
    const { code, request_id: id, ...rest } = body.error
    expect(code).to.equal(status === 405 ? 'not_found' : 'validation_failed')
    expect(rest.message).to.match(message)
    expect(headers['content-type']).to.match(/^application\/json/)
    expect(headers).to.include({
      'x-request-id': id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    })
    const line = await until('the log names it', () => server.logLines.find((text) => text.includes(id)))
    expect(JSON.parse(line)).to.include({ status, code, level: 30 })
  }

  const cases: Record<string, { sent: string | (() => Promise<string>); status: number; message: RegExp }> = {
    'headers of 20 KB': { sent: `${head}X: ${'x'.repeat(20_000)}\r\n${end}`, status: 431, message: /16 KiB/ },
    'headers of 200 KB': {
      sent: `${head}X: ${'x'.repeat(200_000)}\r\n${end}`,
      status: 431,
      message: /16 KiB/,
    },
    'an address of 20 KB': {
      sent: `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n${end}`,
      status: 431,
      message: /16 KiB/,
    },
    'an address with a plain ë': {
      sent: `GET /healthz?q=Zoë HTTP/1.1\r\nHost: x\r\n${end}`,
      status: 400,
      message: /Percent-encode/,
    },
    'what is no HTTP': { sent: '\x16\x03\x01\x02\x00\x01\r\n\r\n', status: 400, message: /not HTTP\/1\.1/ },
    'HTTP/2': { sent: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400, message: /not HTTP\/1\.1/ },
    'an unknown method': { sent: `FETCH / HTTP/1.1\r\nHost: x\r\n${end}`, status: 400, message: /method/ },
    'a header that cannot be read': { sent: `${head}a b: c\r\n${end}`, status: 400, message: /header/ },
    'two lengths of the body': {
      sent: `${head}Content-Length: 1\r\nContent-Length: 2\r\n${end}`,
      status: 400,
      message: /Content-Length/,
    },
    'a length of the body beside chunks': {
      sent: `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n${end}`,
      status: 400,
      message: /Content-Length|Transfer-Encoding/,
    },
    'an unknown Expect': { sent: `${head}Expect: a miracle\r\n${end}`, status: 417, message: /Expect/ },
    'no Host': { sent: `GET /healthz HTTP/1.1\r\n${end}`, status: 400, message: /one Host/ },
    'two Hosts': { sent: `${head}host: y\r\n${end}`, status: 400, message: /one Host/ },
    CONNECT: {
      sent: `CONNECT x.example:443 HTTP/1.1\r\nHost: x\r\n${end}`,
      status: 405,
      message: /no proxy/,
    },
    'a chunk that cannot be read': {
      sent: async () => `${await call()}${chunked}zz\r\n{}\r\n0\r\n\r\n`,
      status: 400,
      message: /chunk/i,
    },
    'a chunk with too much beside it': {
      sent: async () => `${await call()}${chunked}2;x=${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      status: 413,
      message: /chunks/,
    },
  }
  for (const [what, { sent, status, message }] of Object.entries(cases))
    it(`${what}: ${status}`, async () => {
      const text = typeof sent === 'string' ? sent : await sent()
      await expectRefusal(await speak(server, text), status, message)
    })

  it('the contract names each status that they get, and how long a request may take', () => {
    const { description } = document.components['schemas']!['ErrorCode'] as { description: string }
    const [, named = ''] = /`validation_failed` ([^`]*)/.exec(description) ?? []
    const sent = Object.values(cases).filter(({ status }) => status !== 405)
    for (const status of [...sent.map((one) => one.status), 408, 415])
      expect(named.match(/\d+/g), description).to.include(String(status))
    const { headersMs, requestMs } = connectionLimits
    expect(guide('Limits')).to.match(
      new RegExp(
        `headers of a request have ${headersMs / 1000} seconds to arrive, all of it ${requestMs / 1000} seconds`,
      ),
    )
  })

  it('what ends in the middle is refused, too', async () => {
    const socket = open(server)
    const answer = readAll(socket)
    socket.end(`${head}X-Half: a hea`)
    await expectRefusal(readAnswers(await answer), 400, /not HTTP\/1\.1/)
  })

  it('requests before it on the same connection get their own answers first', async () => {
    const good = `${await call()}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
    const answers = await speak(server, `${good}${good}nonsense\r\n\r\n`)
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 400])
    expect(answers[0]!.body).to.have.all.keys('data')
  })

  it('with HTTP/1.0 no Host is needed, and 100-continue may be expected', async () => {
    expect((await speak(server, `GET /healthz HTTP/1.0\r\n${end}`))[0]?.status).to.equal(200)
    const text = `${await call()}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n${end}{}`
    const socket = open(server)
    const answer = readAll(socket)
    socket.write(text)
    expect(await answer).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  })

  it('metrics count them', async () => {
    const read = async () => {
      const text = await (await fetch(server.running.metricsUrl!)).text()
      return Number(
        /^rollcall_requests_total\{action="none",via="http",code="validation_failed"\} (\d+)/m.exec(
          text,
        )?.[1] ?? 0,
      )
    }
    const before = await read()
    await speak(server, 'nonsense\r\n\r\n')
    expect(await read()).to.be.greaterThan(before)
  })
})
