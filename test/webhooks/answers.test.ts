import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { Outbound } from '../../src/outbound/client.ts'
import { attempt, type Ended } from '../../src/webhooks/attempt.ts'
import { localhostCertificate } from '../support/certificates.ts'

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
})
