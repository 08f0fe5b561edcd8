import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { nextAttempt } from '../../src/domain/webhooks.ts'
import { Outbound } from '../../src/outbound/client.ts'
import { attempt, type Ended } from '../../src/webhooks/attempt.ts'
import { localhostCertificate } from '../support/certificates.ts'
import { until } from '../support/wait.ts'

describe('an attempt at a receiver that does not speak HTTP as it should', () => {
  const certificate = localhostCertificate()
  const outbound = new Outbound({ ownHosts: () => [], testCa: certificate.cert })
  after(() => outbound.close())

  /** One attempt at a receiver that does this with a connection as soon as something comes. */
  async function attemptAt(answer: (socket: TLSSocket) => void): Promise<Ended> {
    const server: Server = createServer(certificate, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => answer(socket))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const line = outbound.line()
    try {
      const sending = { url: `https://localhost:${port}/`, headers: {}, body: '{}' }
      return await attempt(line, sending, () => new Date())
    } finally {
      await line.close()
      server.close()
    }
  }

  it('is a failure of the receiver, whatever it says', async () => {
    const texts = [
      '220 mail.example.com ESMTP ready\r\n',
      '\u0016\u0003\u0001',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'HTTP/3.0 200 OK\r\n\r\n',
      'HTTP/1.1 000 OK\r\n\r\n',
      'HTTP/1.1 2000 OK\r\n\r\n',
      'HTTP/1.1 200 OK\r\nX: \u0000\r\n\r\n',
      'HTTP/1.1 200 OK\nX: 1\n\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n',
    ]
    const faults = await Promise.all(
      texts.map(async (text) => (await attemptAt((socket) => void socket.end(text))).fault),
    )
    expect(faults).to.deep.equal(texts.map(() => 'not_http'))
  })

  it('is over soon when what comes before the answer, or between its parts, has no end', async () => {
    const endless: [begin: string, part: string][] = [
      ['', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'],
      ['', 'HTTP/1.1 102 Processing\r\n\r\n'],
      ['', '\r\n'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'],
    ]
    for (const [begin, part] of endless) {
      let sent = 0
      const ended = await attemptAt((socket) => {
        socket.on('close', () => (sent = socket.bytesWritten))
        socket.write(begin)
        const more = () => {
          while (!socket.destroyed && socket.bytesWritten < 200e6)
            if (!socket.write(part.repeat(1000))) return void socket.once('drain', more)
          socket.destroy()
        }
        more()
      })
      await until('the connection is closed', () => sent > 0)
      // What the buffers of both sockets hold.
      expect(sent, part).to.be.below(20e6)
      // An answer whose body is cut has a status all the same.
      expect(ended.fault, part).to.equal(begin === '' ? 'not_http' : null)
    }
  })

  it('waits a day for one that asks for more, in whatever number of digits', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const asked = ['86400', '9999999999', '1000000000000', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']
    const next = await Promise.all(
      asked.map(async (after) => {
        const answer = `HTTP/1.1 503 Busy\r\nRetry-After: ${after}\r\nContent-Length: 0\r\n\r\n`
        const { retryAfterMs } = await attemptAt((socket) => void socket.end(answer))
        return nextAttempt(1, now, 0, retryAfterMs)?.toISOString()
      }),
    )
    expect(next).to.deep.equal(asked.map(() => '2026-01-02T00:00:00.000Z'))
  })
})
