import { createServer, isIP, type AddressInfo, type LookupFunction } from 'node:net'
import { once } from 'node:events'
import { Agent, request } from 'undici'
import { expect } from 'chai'
import { blocked } from '../../src/outbound/blocked.ts'
import { guardedConnector } from '../../src/outbound/connect.ts'
import { privateAddresses } from '../support/hostile-addresses.ts'

/** Resolves every name as it is told, and checks nothing: as if the first guard were not there. */
const lying = (address: string): LookupFunction =>
  ((_name: string, { all }: { all?: boolean }, done: (...given: unknown[]) => void) => {
    const family = isIP(address)
    return all ? done(null, [{ address, family }]) : done(null, address, family)
  }) as LookupFunction

describe('the guard at the socket', () => {
  it(`by itself lets nothing through to ${privateAddresses.length} addresses inside`, async () => {
    const reached: string[] = []
    for (const address of privateAddresses) {
      const dispatcher = new Agent({ connect: guardedConnector(lying(address)) })
      const error: unknown = await request('https://app.acme.org:8443/', { dispatcher }).catch(
        (thrown: unknown) => thrown,
      )
      if ((error as { code?: string }).code !== 'ERR_IP_BLOCKED') reached.push(`${address}: ${String(error)}`)
      await dispatcher.destroy()
    }
    expect(reached).to.deep.equal([])
  })

  it('by itself makes no connection, in whatever notation an address comes in', async () => {
    let connections = 0
    const listener = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const { port } = listener.address() as AddressInfo
    const notations = [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0',
      '127.1',
      'localhost',
    ]
    const dispatcher = new Agent({ connect: guardedConnector(lying('127.0.0.1')) })
    for (const host of notations) {
      const error: unknown = await request(`https://${host}:${port}/`, { dispatcher }).catch(
        (thrown: unknown) => thrown,
      )
      expect(error, host).to.have.property('code', 'ERR_IP_BLOCKED')
    }
    await dispatcher.destroy()
    listener.close()
    expect(connections).to.equal(0)
  })

  it('blocks nothing of the internet', () => {
    const open = ['1.1.1.1', '93.184.215.14', '100.128.0.1', '172.32.0.1', '192.0.1.1', '223.255.255.254']
    expect(open.filter((one) => blocked.check(one, 'ipv4'))).to.deep.equal([])
    const open6 = ['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:200::1', '3ffe::1']
    expect(open6.filter((one) => blocked.check(one, 'ipv6'))).to.deep.equal([])
  })
})
