import ipaddr from 'ipaddr.js'

const ipv6NetworkParts = 4

/**
 * Whose attempts count together: those of one IPv4 address, or of one IPv6 network of 64 bits, which is what one
 * customer has at least, and could take a new address of for each attempt (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, ipv6NetworkParts)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
