import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { connect, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import { blocked } from './blocked.ts'
import { tunnel } from './proxy.ts'
import {
  isPublicAddress,
  noNumber,
  RefusedAddress,
  requirePublicUrl,
  type RefusedBecause,
} from './addresses.ts'

export interface OutboundOptions {
  /** The names of this service. Read for each request, because tests start servers on ports that were free. */
  ownHosts: () => readonly string[]
  /** For tests: the certificate of an authority whose servers may be at `https://localhost:<port>`. */
  testCa?: string | undefined
  /** A proxy of the operator, which all requests go through; left out: none. */
  proxy?: URL | undefined
  /** Resolves names; left out: as the system does. */
  lookup?: typeof systemLookup
}

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Beside 443. Left out: none. */
  allowsPort?: (port: number) => boolean
  /** From the look-up of the name to the last byte. */
  timeoutMs: number
  /** A longer answer is an error. */
  maxBytes: number
  /** An answer that is longer, or whose body takes more than a moment, is cut instead: its status is what counts. */
  cut?: boolean
  /** Ends it early. */
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Buffer
}

/**
 * Sends requests to addresses that others chose. They never reach the networks of this service: only https to names, and
 * every address that a name resolves to is checked, at the moment of each connection. Redirects are not
 * followed, time and size are limited.
 */
export class Outbound {
  readonly #options: OutboundOptions
  readonly #agent: Agent

  constructor(options: OutboundOptions) {
    this.#options = options
    // One request for each connection: a connection that was checked long ago says nothing about the name of today.
    this.#agent = new Agent({ connect: connector(options), pipelining: 0 })
  }

  /**
   * Sends one request.
   *
   * @throws RefusedAddress when the address may not be called; other errors when there was no answer in time
   */
  async send(address: string, options: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.#require(address, options)
    const { method = 'GET', headers = {}, body, timeoutMs, maxBytes, cut = false } = options
    const late = AbortSignal.timeout(timeoutMs)
    const answer = await request(url, {
      dispatcher: this.#agent,
      method,
      headers: { 'user-agent': 'Rollcall', 'accept-encoding': 'identity', ...headers },
      ...(body !== undefined && { body }),
      signal: options.signal ? AbortSignal.any([late, options.signal]) : late,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    }).catch((error: unknown) => {
      throw reasonOf(error)
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: await readUpTo(answer.body, maxBytes, cut),
    }
  }

  /** Why a request to an address would be refused, before its name is resolved; undefined when it would be sent. */
  problemOf(address: string, options: Pick<OutboundRequest, 'allowsPort'>): RefusedBecause | undefined {
    try {
      this.#require(address, options)
      return undefined
    } catch (error) {
      if (error instanceof RefusedAddress) return error.because
      throw error
    }
  }

  /** Ends the connections that are open. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #require(address: string, { allowsPort = () => false }: Pick<OutboundRequest, 'allowsPort'>): URL {
    const url = URL.parse(address)
    if (url && this.#options.testCa !== undefined && isTestServer(url)) return url
    return requirePublicUrl(address, {
      ownHosts: this.#options.ownHosts(),
      allowsPort: (port) => port === 443 || allowsPort(port),
    })
  }
}

const isTestServer = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && hostname === 'localhost'

/** undici wraps what the connector says. */
function reasonOf(error: unknown): unknown {
  const { cause, code } = error as { cause?: unknown; code?: unknown }
  if (code === 'ERR_IP_BLOCKED') return new RefusedAddress('host_not_public')
  return cause instanceof RefusedAddress ? cause : error
}

const connecting = { timeout: 2500, maxCachedSessions: 0, allowH2: false }
/** Milliseconds for a proxy to get to an address. */
const proxyMs = 5000

/**
 * Makes connections to what names resolve to. Whatever that is, Node opens no socket to an address that is `blocked`: it
 * looks at the one that it connects to, so no notation and no second look-up gets around it. The socket is made here,
 * because Node's TLS passes no such list on.
 */
export function guardedConnector(lookup: LookupFunction): buildConnector.connector {
  const overSocket = buildConnector(connecting)
  return (options, callback) => {
    const { hostname, port } = options
    const httpSocket = connect({ host: hostname, port: Number(port || 443), lookup, blockList: blocked })
    httpSocket.on('error', () => undefined)
    overSocket({ ...options, httpSocket }, (...[error, socket]) => {
      if (error) httpSocket.destroy()
      callback(...([error, socket] as Parameters<typeof callback>))
    })
  }
}

/**
 * Makes connections. Node asks nobody about a host that is an address already, so that is refused here, too, and not only
 * in `lookup`.
 */
function connector({ testCa, proxy, lookup = systemLookup }: OutboundOptions): buildConnector.connector {
  const toTests = testCa === undefined ? undefined : buildConnector({ ...connecting, ca: testCa })
  const toPublic = guardedConnector(publicLookup(lookup))
  const overTunnel = buildConnector(connecting)
  return (options, callback) => {
    const { hostname } = options
    const isTest = toTests !== undefined && hostname === 'localhost'
    if (!isTest && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      return callback(new RefusedAddress('host_not_public', noNumber), null)
    if (!proxy) return isTest ? toTests(options, callback) : toPublic(options, callback)
    const address = isTest ? Promise.resolve(hostname) : publicAddressOf(hostname, publicLookup(lookup))
    address
      .then((host) =>
        tunnel(proxy, `${isIP(host) === 6 ? `[${host}]` : host}:${options.port || 443}`, proxyMs),
      )
      .then(
        (httpSocket) => (isTest ? toTests : overTunnel)({ ...options, httpSocket }, callback),
        (error: Error) => callback(error, null),
      )
  }
}

/**
 * The address that a proxy is asked for. The name would mean to the proxy what it means then: so it gets what was checked.
 */
const publicAddressOf = (name: string, lookup: LookupFunction): Promise<string> =>
  new Promise((done, fail) =>
    lookup(name, {}, (error, address) => (error ? fail(error) : done(address as string))),
  )

/** Resolves a name. If one of its addresses is not public, none is used: whoever set it up means the others no better. */
function publicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddress('host_not_public'), '')
      return options.all
        ? callback(null, addresses)
        : callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

/** Milliseconds for a body that may be cut. */
const momentMs = 1000

async function readUpTo(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  cut: boolean,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const timer = cut ? setTimeout(() => body.destroy(), momentMs) : undefined
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      chunks.push(chunk)
      if (length <= maxBytes) continue
      body.destroy()
      if (cut) break
      throw new Error(`The answer is longer than ${maxBytes} bytes.`)
    }
  } catch (error) {
    if (!cut) throw error
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
