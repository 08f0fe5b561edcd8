import type { LookupAddress } from 'node:dns'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { RefusedAddress } from '../../src/outbound/addresses.ts'
import { Outbound, type OutboundOptions } from '../../src/outbound/client.ts'
import { attempt } from '../../src/webhooks/attempt.ts'
import { AppHost } from '../support/app-host.ts'
import { ConnectProxy } from '../support/connect-proxy.ts'
import { hostileUrls, privateAddresses } from '../support/hostile-addresses.ts'

const limits = { timeoutMs: 5000, maxBytes: 1000 }

describe('requests through a proxy of the operator', () => {
  const host = new AppHost()
  let proxy: ConnectProxy
  let outbound: Outbound
  let toTests: Outbound
  /** The answers of the resolver, one after the other; the last one stays. */
  let answers: string[][]
  const lookup = ((_name: string, _options: object, done: (error: null, all: LookupAddress[]) => void) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as NonNullable<OutboundOptions['lookup']>

  before(() => host.start())
  after(() => host.stop())
  beforeEach(async () => {
    answers = [['93.184.215.14']]
    proxy = new ConnectProxy()
    const options = { ownHosts: () => ['people.acme.com'], proxy: await proxy.start(), lookup }
    outbound = new Outbound(options)
    toTests = new Outbound({ ...options, testCa: readFileSync(host.caFile, 'utf8') })
  })
  afterEach(async () => {
    await Promise.all([outbound.close(), toTests.close()])
    await proxy.stop()
  })

  const tried = (url: string) =>
    attempt(outbound, { url, headers: {}, body: '{}' }, () => new Date()).then(({ fault }) => fault)

  it('arrive, and the proxy learns who asks', async () => {
    const url = host.answer('/hello', (_request, response) => response.writeHead(201).end('hello'))
    const { status, body } = await toTests.send(url, limits)
    expect([status, body.toString()]).to.deep.equal([201, 'hello'])
    const credential = `Basic ${Buffer.from('us@er:pass').toString('base64')}`
    expect(proxy.asked).to.deep.equal([{ target: new URL(url).host, credential }])
  })

  it(`are refused before the proxy is asked: ${hostileUrls.length + privateAddresses.length} addresses`, async () => {
    for (const url of hostileUrls)
      expect(await outbound.send(url, limits).catch((error: unknown) => error), url).to.be.instanceOf(
        RefusedAddress,
      )
    for (const address of privateAddresses) {
      answers = [['93.184.215.14', address]]
      const error: unknown = await outbound
        .send('https://app.acme.org/', limits)
        .catch((thrown: unknown) => thrown)
      expect(error, address).to.be.instanceOf(RefusedAddress)
    }
    expect(proxy.asked).to.deep.equal([])
  })

  it('are asked for by the address that was checked, whatever the name means a moment later', async () => {
    proxy.status = 502
    answers = [['2606:4700:4700::1111', '93.184.215.14'], ['127.0.0.1']]
    expect(await tried('https://app.acme.org:8443/')).to.equal('no_connection')
    expect(proxy.asked.map(({ target }) => target)).to.deep.equal(['[2606:4700:4700::1111]:8443'])
    expect(await tried('https://app.acme.org:8443/')).to.equal('not_public')
    expect(proxy.asked).to.have.length(1)
  })

  it('count against nobody when the proxy is down or refuses, and against the receiver when it is not reached', async () => {
    const faults: Record<number, string> = {}
    for (const status of [301, 400, 403, 407, 429, 500, 502, 503, 504]) {
      proxy.status = status
      faults[status] = (await tried('https://app.acme.org/'))!
    }
    const ours = Object.entries(faults).filter(([, fault]) => fault === 'service')
    expect(ours.map(([status]) => Number(status))).to.deep.equal([301, 400, 403, 407, 429, 500])
    expect([faults[502], faults[503], faults[504]]).to.deep.equal(Array(3).fill('no_connection'))
    await proxy.stop()
    expect(await tried('https://app.acme.org/')).to.equal('service')
  })
})
