import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Platforms answer requests to these from inside, although they look like any other address. */
const deniedAddresses = new Set(['168.63.129.16'])

/** Names that never belong to anybody on the internet (RFC 6761, 6762, 8375, 9476, and what clouds call themselves). */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|test|example|invalid|onion|alt|arpa)$/

export type RefusedBecause =
  'not_https' | 'with_user' | 'port_not_allowed' | 'of_this_service' | 'host_not_public'

const reasons: Record<RefusedBecause, string> = {
  not_https: 'The address must begin with https://.',
  with_user: 'The address must name no user and no password.',
  port_not_allowed: 'This port is not allowed.',
  of_this_service: 'The address is one of this service itself.',
  host_not_public: 'The host is not on the public internet.',
}

/** An address that a request must not go to. The message says why, and may be shown to whoever chose the address. */
export class RefusedAddress extends Error {
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, message = reasons[because]) {
    super(message)
    this.because = because
  }
}

/**
 * Tells whether this is an address on the public internet. Everything else is refused: private, local, shared and
 * reserved networks, and IPv6 addresses that hold an IPv4 one (mapped, NAT64, 6to4, Teredo).
 *
 * @param address as the system's resolver answers it
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || deniedAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && !(parsed instanceof ipaddr.IPv6 && isTranslated(parsed))
}

/** The local-use prefix of NAT64 (RFC 8215), and the compatible addresses of long ago, which hold an IPv4 address. */
function isTranslated({ parts }: ipaddr.IPv6): boolean {
  return (parts[0] === 0x64 && parts[1] === 0xff9b) || parts.slice(0, 6).every((part) => part === 0)
}

/**
 * The address of a request that somebody else chose, if it may be sent: https, a name that may be public, no user, no
 * port but those that are allowed. What the name resolves to is checked when the connection is made.
 *
 * @param ownHosts the names of this service, in lower case: a request to itself would come from inside
 * @throws RefusedAddress
 */
export function requirePublicUrl(
  text: string,
  { ownHosts, allowsPort }: { ownHosts: readonly string[]; allowsPort: (port: number) => boolean },
): URL {
  const [, authority] = /^https:\/\/([^/?#]+)/i.exec(text) ?? []
  const url = URL.parse(text)
  if (authority === undefined) throw new RefusedAddress('not_https')
  // URL leaves out or takes for a slash what others read as part of the host.
  if (url === null || /[\\\s\p{Cc}]/u.test(authority)) throw new RefusedAddress('host_not_public')
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('with_user')
  if (!allowsPort(url.port === '' ? 443 : Number(url.port))) throw new RefusedAddress('port_not_allowed')
  requirePublicName(url.hostname, ownHosts)
  return url
}

/** For a host that is an address of a network. */
export const noNumber = 'The address must have the name of a host, not a number.'

/** URL writes IPv4 addresses in all notations (`2130706433`, `0x7f.1`) as four numbers, so they are recognized here. */
function requirePublicName(hostname: string, ownHosts: readonly string[]): void {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  if (isIP(name) !== 0 || name.startsWith('[')) throw new RefusedAddress('host_not_public', noNumber)
  if (ownHosts.includes(name)) throw new RefusedAddress('of_this_service')
  if (!name.includes('.') || name.split('.').includes('') || privateNames.test(name))
    throw new RefusedAddress('host_not_public')
}
