import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address of all clients whose address cannot be read. They are counted as one: to invent text gains nothing. */
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

const addresses = new WeakMap<Socket, string>()

/** The address of whoever opened a connection, which is read once for all of its requests. */
export function peerAddress(socket: Socket): string {
  let address = addresses.get(socket)
  if (address === undefined) addresses.set(socket, (address = clientAddress(socket.remoteAddress)))
  return address
}

/** The networks of a client address, as text. */
export interface Networks {
  /**
   * The smallest network that one customer has: one IPv4 address (`192.0.2.7`), or an IPv6 network of 64 bits
   * (`2001:db8:1:2::/64`, RFC 6177), of which a client could use a new address for each attempt.
   */
  address: string
  /** The largest network that one customer may have: `192.0.2.0/24`, `2001:db8:1::/48`. */
  network: string
}

const unknown: Networks = { address: unknownAddress, network: unknownAddress }

/** The networks whose attempts are counted together with those of this address. */
export function networksOf(address: string): Networks {
  const family = isIP(address)
  if (family === 0) return unknown
  // Text in this form is not parsed: every call needs its networks.
  if (family === 4) return { address, network: `${address.slice(0, address.lastIndexOf('.'))}.0/24` }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return networksOf(parsed.toString())
  return {
    address: `${beginning(parsed.parts, 4)}/64`,
    network: `${beginning(parsed.parts, 3)}/48`,
  }
}

/** The first parts of an IPv6 address; all others are 0. */
function beginning(parts: number[], count: number): string {
  return new ipaddr.IPv6(parts.map((part, index) => (index < count ? part : 0))).toString()
}
