import { once } from 'node:events'
import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect } from 'chai'
import { RefusedAddress } from '../../src/outbound/addresses.ts'
import { Outbound, type OutboundOptions } from '../../src/outbound/client.ts'
import type { Line } from '../../src/outbound/line.ts'
import type { Lookup } from '../../src/outbound/resolve.ts'
import { localhostCertificate } from '../support/certificates.ts'
import { ConnectProxy } from '../support/connect-proxy.ts'
import { until } from '../support/wait.ts'

const limits = { timeoutMs: 5000, maxBytes: 1000 }
const host = 'hooks.acme.org'

describe('the connections of a line', () => {
  const certificate = localhostCertificate(host)
  /** The connections that were made, and those that are open. */
  let made = 0
  let open = 0
  /** The path of each request, with the number of requests that its connection had before. */
  let came: [string, number][] = []
  let answer: RequestListener = () => undefined
  const counts = new WeakMap<object, number>()
  const server = createServer(certificate, (request, response) => {
    const before = counts.get(request.socket) ?? 0
    counts.set(request.socket, before + 1)
    came.push([request.url!, before])
    answer(request, response)
  })
  server.on('secureConnection', (socket) => {
    made++
    open++
    socket.on('error', () => undefined).on('close', () => open--)
  })
  const portOf = () => (server.address() as AddressInfo).port
  const url = (path = '/') => `https://localhost:${portOf()}${path}`

  let outbound: Outbound
  let line: Line
  const begin = (options: Partial<OutboundOptions>) => {
    outbound = new Outbound({ ownHosts: () => [], ...options })
    line = outbound.line()
  }

  before(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  beforeEach(() => {
    ;[made, came] = [0, []]
    answer = (_request, response) => void response.end('ok')
    begin({ testCa: certificate.cert })
  })
  afterEach(async () => {
    await line.close()
    await outbound.close()
    await until('all connections have ended', () => open === 0)
  })

  const send = (to = url()) => line.send(to, limits)
  const sendTogether = (count: number) => Promise.all(Array.from({ length: count }, () => send()))

  it('are used again, and are as many as there are requests at the same time', async () => {
    for (let count = 0; count < 3; count++) expect((await send()).status).to.equal(200)
    expect(made).to.equal(1)
    // None of these is answered before all have come.
    const waiting: (() => void)[] = []
    answer = (_request, response) => {
      waiting.push(() => void response.end('ok'))
      if (waiting.length === 3) for (const end of waiting.splice(0)) end()
    }
    for (let count = 0; count < 2; count++) await sendTogether(3)
    expect(made).to.equal(3)
  })

  it('are made once more for a request that the other side met with the end of an old one', async () => {
    await send(url('/first'))
    answer = (request, response) => {
      if (counts.get(request.socket)! > 1) request.socket.destroy()
      else response.writeHead(201).end()
    }
    expect((await send(url('/second'))).status).to.equal(201)
    expect(came).to.deep.equal([
      ['/first', 0],
      ['/second', 1],
      ['/second', 0],
    ])
  })

  it('are made once for a request that ends a new one: it may have done its work', async () => {
    answer = (request) => void request.socket.destroy()
    const error = await send().catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Error)
    expect(came).to.deep.equal([['/', 0]])
  })

  it('are not used again after an answer that was not read to its end', async () => {
    answer = (_request, response) => void response.end('x'.repeat(10_000))
    const { body } = await line.send(url(), { ...limits, cut: true })
    expect(body.length).to.equal(limits.maxBytes)
    await send(url()).catch(() => undefined)
    expect(came.map(([, before]) => before)).to.deep.equal([0, 0])
  })

  it('end when it is closed, with the requests that wait for an answer', async () => {
    answer = () => undefined
    const waiting = send().catch((error: unknown) => error)
    await until('the request came', () => came.length === 1)
    await line.close()
    expect(await waiting)
      .to.be.instanceOf(Error)
      .and.not.include({ name: 'TimeoutError' })
  })

  it('are not made again for a request that ends because it is closed', async () => {
    await send(url('/first'))
    answer = () => undefined
    const waiting = send(url('/second')).catch((error: unknown) => error)
    await until('the request came', () => came.length === 2)
    await line.close()
    expect(await waiting)
      .to.be.instanceOf(Error)
      .and.not.include({ name: 'TimeoutError' })
    expect(came.map(([path]) => path)).to.deep.equal(['/first', '/second'])
  })

  describe('to a name', () => {
    const trusted = getCACertificates('default')
    let proxy: ConnectProxy
    let addresses: string[] = []
    let asked = 0
    const lookup: Lookup = (_name, _options, done) => {
      asked++
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )
    }
    before(() => setDefaultCACertificates([...trusted, certificate.cert]))
    after(() => setDefaultCACertificates(trusted))
    // Beside the connections of `begin`, which has none open yet.
    beforeEach(async () => {
      proxy = new ConnectProxy()
      proxy.port = portOf()
      begin({ proxy: await proxy.start(), lookup })
      asked = 0
    })
    afterEach(() => proxy.stop())

    const sendTo = (...meant: string[]) => {
      addresses = meant
      return send(`https://${host}/`)
    }

    it('are used again only while it means their address, and it is asked for each request', async () => {
      await sendTo('93.184.215.14')
      await sendTo('93.184.215.15', '93.184.215.14')
      expect([made, asked]).to.deep.equal([1, 2])
      await sendTo('93.184.215.15')
      expect(proxy.asked.map(({ target }) => target)).to.deep.equal([
        '93.184.215.14:443',
        '93.184.215.15:443',
      ])
      expect(came.map(([, before]) => before)).to.deep.equal([0, 1, 0])
    })

    it('are not used again when one of its addresses is not public any more', async () => {
      await sendTo('93.184.215.14')
      for (const meant of [['93.184.215.14', '10.0.0.1'], ['127.0.0.1'], []]) {
        const error = await sendTo(...meant).catch((thrown: unknown) => thrown)
        expect(error).to.be.instanceOf(RefusedAddress)
      }
      expect(came).to.have.length(1)
      expect(proxy.asked).to.have.length(1)
    })
  })
})
