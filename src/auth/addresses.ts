import ipaddr from 'ipaddr.js'

/** The networks of a client address, as text. */
export interface Networks {
  /**
   * What one customer has at least: one IPv4 address (`192.0.2.7`), or an IPv6 network of 64 bits (`2001:db8:1:2::/64`,
   * RFC 6177), of which a client could use a new address for each attempt.
   */
  address: string
  /** What one customer may have: `192.0.2.0/24`, `2001:db8:1::/48`. */
  network: string
}

/** All clients whose address is not known count as one. */
const unknown: Networks = { address: 'unknown', network: 'unknown' }

/** The networks whose attempts are counted together with those of this address. */
export function networksOf(address: string): Networks {
  if (!ipaddr.isValid(address)) return unknown
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return {
      address: `${beginning(parsed.parts, 4)}/64`,
      network: `${beginning(parsed.parts, 3)}/48`,
    }
  return { address: parsed.toString(), network: `${parsed.octets.slice(0, 3).join('.')}.0/24` }
}

/** The first parts of an IPv6 address; all others are 0. */
function beginning(parts: number[], count: number): string {
  return new ipaddr.IPv6(parts.map((part, index) => (index < count ? part : 0))).toString()
}
