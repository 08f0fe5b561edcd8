import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What stands for every client whose address cannot be read. They are counted as one, so inventing text gains nothing. */
export const unknownAddress = 'unknown'

/**
 * The address of a client, without port, brackets and zone, and in one form: `203.0.113.9`, `2001:db8::1`.
 *
 * @param peer the address of the connection
 * @param forwarded the `X-Forwarded-For` header; undefined when there is none or it is not trusted. Its last address is
 *   the one that our proxy saw; the client may have invented those before it.
 */
export function clientAddress(peer: string | undefined, forwarded?: string): string {
  const text = (forwarded === undefined ? peer : forwarded.split(',').at(-1))?.trim() ?? ''
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  return isIP(address) === 0 ? unknownAddress : ipaddr.process(address).toString()
}

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
