import { connect, isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { noNumber, RefusedAddress } from './addresses.ts'
import { blocked } from './blocked.ts'
import { Meter } from './meter.ts'
import { tunnel } from './proxy.ts'
import { publicAddressesOf, type Lookup } from './resolve.ts'

export interface ConnectOptions {
  /** For tests: the certificate of an authority whose servers may be at `https://localhost:<port>`. */
  testCa?: string | undefined
  /** A proxy of the operator, which all requests go through; left out: none. */
  proxy?: URL | undefined
  lookup: Lookup
}

const connecting = { timeout: 2500, maxCachedSessions: 0, allowH2: false }
/** Milliseconds for a proxy to get to an address. */
const proxyMs = 5000

/**
 * Makes connections to what names resolve to. Whatever that is, Node opens no socket to an address that is `blocked`: it
 * looks at the one that it connects to, so no notation and no second look-up gets around it. The socket is made here,
 * because Node's TLS passes no such list on.
 *
 * @param connected is told the address of each connection
 */
export function guardedConnector(
  lookup: LookupFunction,
  connected: (address: string) => void = () => undefined,
): buildConnector.connector {
  const overSocket = buildConnector(connecting)
  return (options, callback) => {
    const { hostname, port } = options
    const httpSocket = connect({ host: hostname, port: Number(port || 443), lookup, blockList: blocked })
    httpSocket.on('error', () => undefined)
    httpSocket.once('connect', () => connected(httpSocket.remoteAddress ?? ''))
    overSocket({ ...options, httpSocket }, (...[error, socket]) => {
      if (error) httpSocket.destroy()
      callback(...([error, socket] as Parameters<typeof callback>))
    })
  }
}

/** Tells whether a host is that of tests, which have one on this machine. */
export const isForTests = ({ testCa }: Pick<ConnectOptions, 'testCa'>, hostname: string): boolean =>
  testCa !== undefined && hostname === 'localhost'

/**
 * Makes connections. A name is resolved before, so that the time that name servers take is not that of the connection. Node
 * asks nobody about a host that is an address already: it is refused here, too.
 *
 * @param connected is told the address of each connection
 * @param metered is given the meter of each connection
 */
export function connector(
  { testCa, proxy, lookup }: ConnectOptions,
  connected: (address: string) => void = () => undefined,
  metered: (meter: Meter) => void = () => undefined,
): buildConnector.connector {
  const toTests = testCa === undefined ? undefined : buildConnector({ ...connecting, ca: testCa })
  const overTunnel = buildConnector(connecting)
  const connectTo = async (options: buildConnector.Options, callback: buildConnector.Callback) => {
    const { hostname, port } = options
    const overTests = isForTests({ testCa }, hostname) ? toTests : undefined
    if (!overTests && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      throw new RefusedAddress('host_not_public', noNumber)
    const addresses = overTests ? [hostname] : await publicAddressesOf(hostname, lookup)
    const [host] = addresses as [string]
    if (proxy) {
      // The name would mean to the proxy what it means then: so it gets the address that was checked.
      const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port || 443}`
      const httpSocket = await tunnel(proxy, target, proxyMs)
      connected(host)
      return (overTests ?? overTunnel)({ ...options, httpSocket }, callback)
    }
    if (!overTests) return guardedConnector(lookupOf(addresses), connected)(options, callback)
    connected(host)
    return overTests(options, callback)
  }
  return (options, callback) => {
    const done = (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (socket) metered(new Meter(socket))
      callback(...([error, socket] as Parameters<typeof callback>))
    }
    connectTo(options, done).catch((error: Error) => callback(error, null))
  }
}

/** The addresses that a name was resolved to, as the answer to whoever asks for it again. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
