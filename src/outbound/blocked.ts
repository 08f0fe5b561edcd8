import { BlockList } from 'node:net'

/** Networks that are not the internet. */
const ipv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Networks above 2000::/3, and those reserved, translated or tunnelled inside of that. */
const ipv6 = [
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/**
 * Addresses that no socket connects to, asked by Node as it opens one. It is written by itself and shares nothing with
 * `isPublicAddress`: a mistake in one of them alone lets nobody inside.
 */
export const blocked = new BlockList()
for (const [network, prefix] of ipv4) blocked.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of ipv6) blocked.addSubnet(network, prefix, 'ipv6')
for (let bit = 3; bit < 96; bit++) blocked.addSubnet(besideMapped(bit), bit + 1, 'ipv6')

/**
 * Networks below 2000::, without ::ffff:0:0/96, where Node looks for IPv4 addresses: it would block all of them. At each bit of
 * that prefix this is the network on its other side.
 */
function besideMapped(bit: number): string {
  const words = [0, 0, 0, 0, 0, bit < 80 ? 0 : (0xffff << (96 - bit)) & 0xffff, 0, 0]
  if (bit < 80) words[bit >> 4] = 0x8000 >> (bit & 15)
  return words.map((word) => word.toString(16)).join(':')
}
