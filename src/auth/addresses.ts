import ipaddr from 'ipaddr.js'

const ipv6NetworkParts = 4

/**
 * The network whose attempts are counted together: one IPv4 address, or an IPv6 network of 64 bits. One customer has at
 * least such a network (RFC 6177), and could use a new address of it for each attempt.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, ipv6NetworkParts)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
