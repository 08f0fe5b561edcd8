import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { isPublicAddress, RefusedAddress } from '../../src/outbound/addresses.ts'
import { Outbound, type OutboundOptions } from '../../src/outbound/client.ts'
import { AppHost } from '../support/app-host.ts'
import { hostileUrls, privateAddresses } from '../support/hostile-addresses.ts'
import { MemberBrowser, RawApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'
import { notBefore } from '../support/wait.ts'

/** The places to which connections are begun while `work` runs: `app.example.com:443`. */
async function connectionsOf(work: () => Promise<void>): Promise<string[]> {
  const connections: string[] = []
  const note = (message: unknown) => {
    const { hostname, port } = (message as { connectParams: { hostname: string; port: string } })
      .connectParams
    connections.push(`${hostname}:${port || 443}`)
  }
  subscribe('undici:client:beforeConnect', note)
  try {
    await work()
  } finally {
    unsubscribe('undici:client:beforeConnect', note)
  }
  return connections
}

describe('requests to addresses that others chose', () => {
  const limits = { timeoutMs: 2000, maxBytes: 1000 }
  const open: Outbound[] = []
  const outboundOf = (options: Partial<OutboundOptions> = {}): Outbound => {
    const outbound = new Outbound({ ownHosts: () => ['people.acme.com'], ...options })
    open.push(outbound)
    return outbound
  }
  after(() => Promise.all(open.map((one) => one.close())))

  /** A resolver that answers these addresses for every name. */
  const resolving = (...addresses: string[]) =>
    ((_name: string, _options: LookupAllOptions, callback: (error: null, all: LookupAddress[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as NonNullable<OutboundOptions['lookup']>

  it(`are refused before anything is looked up: ${hostileUrls.length} addresses`, async () => {
    expect(hostileUrls.length).to.be.at.least(100)
    const looked: string[] = []
    const outbound = outboundOf({
      lookup: ((name: string) => looked.push(name)) as unknown as NonNullable<OutboundOptions['lookup']>,
    })
    const accepted: string[] = []
    const connections = await connectionsOf(async () => {
      for (const url of hostileUrls) {
        const error: unknown = await outbound.send(url, limits).catch((thrown: unknown) => thrown)
        if (!(error instanceof RefusedAddress)) accepted.push(url)
      }
    })
    expect(accepted).to.deep.equal([])
    expect(looked).to.deep.equal([])
    expect(connections).to.deep.equal([])
  })

  it(`are refused when the name has one of ${privateAddresses.length} addresses inside, alone or among others`, async () => {
    const sockets: unknown[] = []
    const note = (message: unknown) => void sockets.push(message)
    subscribe('net.client.socket', note)
    try {
      for (const address of privateAddresses)
        for (const all of [[address], ['93.184.215.14', address]]) {
          const outbound = outboundOf({ lookup: resolving(...all) })
          const error: unknown = await outbound
            .send('https://app.acme.org/', limits)
            .catch((thrown: unknown) => thrown)
          expect(error, address).to.be.instanceOf(RefusedAddress)
        }
    } finally {
      unsubscribe('net.client.socket', note)
    }
    const reached = sockets.filter(
      (one) => (one as { socket: { remoteAddress?: string } }).socket.remoteAddress,
    )
    expect(reached, 'no socket got to an address').to.deep.equal([])
  })

  it('know which addresses are public', () => {
    expect(privateAddresses.filter(isPublicAddress)).to.deep.equal([])
    for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])
      expect(isPublicAddress(address), address).to.equal(true)
    for (const text of ['', 'localhost', '1.2.3', 'fe80::1%lo', '2606:4700:4700::1111%eth0'])
      expect(isPublicAddress(text), text).to.equal(false)
  })

  it('never go to this service itself', async () => {
    const outbound = outboundOf({ lookup: resolving('93.184.215.14') })
    for (const url of ['https://people.acme.com/', 'https://PEOPLE.acme.com./mcp']) {
      const error: unknown = await outbound.send(url, limits).catch((thrown: unknown) => thrown)
      expect(error, url).to.be.instanceOf(RefusedAddress)
    }
  })

  it('go to other ports only where the caller allows them', async () => {
    const listener: Server = createServer((socket) => socket.destroy())
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const { port } = listener.address() as AddressInfo
    const outbound = outboundOf({ lookup: resolving('127.0.0.1') })
    const send = (allowsPort?: (one: number) => boolean) =>
      outbound
        .send(`https://app.acme.org:${port}/`, { ...limits, ...(allowsPort && { allowsPort }) })
        .catch((thrown: unknown) => thrown as Error)
    expect(((await send()) as Error).message).to.equal('This port is not allowed.')
    expect(((await send((one) => one >= 1024)) as Error).message, 'the address still counts').to.equal(
      'The host is not on the public internet.',
    )
    listener.close()
  })

  describe('with a host that tests may call', () => {
    const host = new AppHost()
    before(() => host.start())
    after(() => host.stop())
    const trusting = async (): Promise<Outbound> => {
      const { readFileSync } = await import('node:fs')
      return outboundOf({ testCa: readFileSync(host.caFile, 'utf8') })
    }

    it('answer status, headers and body', async () => {
      const url = host.answer('/hello', (_request, response) =>
        response.writeHead(201, { 'X-A': 'b' }).end('hello'),
      )
      const { status, headers, body } = await (await trusting()).send(url, limits)
      expect([status, headers['x-a'], body.toString()]).to.deep.equal([201, 'b', 'hello'])
    })

    it('follow no redirect, end in time, and take no more than they were told', async () => {
      const outbound = await trusting()
      const redirect = host.answer('/away', (_request, response) =>
        response.writeHead(302, { Location: host.url('/hello') }).end(),
      )
      expect((await outbound.send(redirect, limits)).status).to.equal(302)
      const long = host.answer('/long', (_request, response) => response.end('x'.repeat(1001)))
      const error: unknown = await outbound.send(long, limits).catch((thrown: unknown) => thrown)
      expect((error as Error).message).to.include('longer than 1000 bytes')
      const silent = host.answer('/silent', () => undefined)
      const late: unknown = await notBefore(300, () =>
        outbound.send(silent, { ...limits, timeoutMs: 300 }).catch((thrown: unknown) => thrown),
      )
      expect(late).to.be.instanceOf(Error)
    })

    it('do not trust it without the setting of tests', async () => {
      const error: unknown = await outboundOf()
        .send(host.url('/hello'), limits)
        .catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(RefusedAddress)
    })
  })
})

describe('client ids', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it(`that lead inside are refused without a connection: ${hostileUrls.length} of them`, async () => {
    const reached: string[] = []
    const connections = await connectionsOf(async () => {
      for (const url of hostileUrls) {
        const app = new RawApp(server)
        app.clientId = url
        // Each from an address of its own, because asking for documents is limited.
        const { status, location } = await new MemberBrowser(server).visit(app.authorizeUrl())
        if (status !== 400 || location !== undefined) reached.push(`${url}: ${status}`)
      }
    })
    expect(reached).to.deep.equal([])
    // The test calls the server in the same way, which shows that connections are seen.
    expect([...new Set(connections)]).to.deep.equal([new URL(server.baseUrl).host])
  })
})
