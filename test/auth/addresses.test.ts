import { expect } from 'chai'
import { clientAddress, networkOf, unknownAddress } from '../../src/auth/addresses.ts'

describe('attempts are counted', () => {
  it('by IPv4 address, however it is written', () => {
    expect(networkOf('192.0.2.7')).to.equal('192.0.2.7')
    expect(networkOf('::ffff:192.0.2.7')).to.equal('192.0.2.7')
    expect(networkOf('::ffff:c000:207')).to.equal('192.0.2.7')
    expect(networkOf('192.0.2.8')).to.not.equal(networkOf('192.0.2.7'))
  })

  it('by the first 64 bits of an IPv6 address', () => {
    expect(networkOf('2001:db8:1:2::1')).to.equal('2001:db8:1:2::/64')
    expect(networkOf('2001:0DB8:1:2:ffff:ffff:ffff:ffff')).to.equal('2001:db8:1:2::/64')
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64')
    expect(networkOf('2001:db8:1:3::1')).to.equal('2001:db8:1:3::/64')
  })

  it('by the text, if it is no address', () => {
    expect(networkOf('unix socket')).to.equal('unix socket')
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
