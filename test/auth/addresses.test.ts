import { expect } from 'chai'
import { clientAddress, networksOf, unknownAddress } from '../../src/auth/addresses.ts'

describe('attempts are counted', () => {
  it('by IPv4 address, however it is written, and by its /24', () => {
    const networks = { address: '192.0.2.7', network: '192.0.2.0/24' }
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'])
      expect(networksOf(address), address).to.deep.equal(networks)
    expect(networksOf('192.0.2.8')).to.deep.equal({ ...networks, address: '192.0.2.8' })
    expect(networksOf('192.0.3.7').network).to.equal('192.0.3.0/24')
  })

  it('by the first 64 bits of an IPv6 address, and by the first 48', () => {
    const networks = { address: '2001:db8:1:2::/64', network: '2001:db8:1::/48' }
    for (const address of ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff:ffff:ffff:ffff'])
      expect(networksOf(address), address).to.deep.equal(networks)
    expect(networksOf('2001:db8:1:3::1')).to.deep.equal({ ...networks, address: '2001:db8:1:3::/64' })
    expect(networksOf('2001:db8:2:2::1').network).to.equal('2001:db8:2::/48')
    expect(networksOf('fe80::1%eth0')).to.deep.equal({ address: 'fe80::/64', network: 'fe80::/48' })
  })

  it('together, where the address is not known', () => {
    for (const address of ['unix socket', '', '300.1.2.3'])
      expect(networksOf(address), address).to.deep.equal({ address: 'unknown', network: 'unknown' })
  })
})

describe('the address of a client', () => {
  const forwarded: Record<string, string> = {
    '203.0.113.9': '203.0.113.9',
    '203.0.113.9:4711': '203.0.113.9',
    '10.0.0.1, 203.0.113.9:4711': '203.0.113.9',
    ' 203.0.113.9 ': '203.0.113.9',
    '2001:db8::1': '2001:db8::1',
    '2001:0DB8:0::1': '2001:db8::1',
    '[2001:db8::1]': '2001:db8::1',
    '[2001:db8::1]:443': '2001:db8::1',
    '::ffff:203.0.113.9': '203.0.113.9',
    '[::ffff:203.0.113.9]:80': '203.0.113.9',
    'fe80::1%eth0': 'fe80::1',
  }
  for (const [text, address] of Object.entries(forwarded))
    it(`${text} is ${address}`, () => expect(clientAddress('10.0.0.1', text)).to.equal(address))

  it('is one and the same for whatever is no address', () => {
    const none = [
      '',
      ' ',
      'unknown',
      'a',
      'localhost',
      '_hidden',
      '203.0.113',
      '203.0.113.256',
      '1',
      '0x7f.1',
    ]
    for (const text of [
      ...none,
      '203.0.113.9:x',
      '[203.0.113.9',
      '2001:db8::1]:443',
      '203.0.113.9, ',
      ':443',
    ])
      expect(clientAddress('10.0.0.1', text), text).to.equal(unknownAddress)
    expect(clientAddress(undefined)).to.equal(unknownAddress)
  })

  it('is that of the connection, if there is no header to trust', () => {
    expect(clientAddress('::ffff:127.0.0.1')).to.equal('127.0.0.1')
  })
})
