import { expect } from 'chai'
import { networkOf } from '../../src/auth/addresses.ts'

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
