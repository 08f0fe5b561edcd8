import { Agent } from 'undici'
import { RefusedAddress, requirePublicUrl, type RefusedBecause } from './addresses.ts'
import { connector, isForTests, type ConnectOptions } from './connect.ts'
import { deadlineOf, exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { Line } from './line.ts'
import { askNameServers, type Lookup } from './resolve.ts'

export interface OutboundOptions extends Omit<ConnectOptions, 'lookup'> {
  /** The names of this service. Read for each request, because tests start servers on ports that were free. */
  ownHosts: () => readonly string[]
  /** Resolves names; left out: the name servers of the machine do. */
  lookup?: Lookup
}

/**
 * Sends requests to addresses that others chose. They never reach the networks of this service: only https to names, and
 * every address that a name resolves to is checked, at the moment of each connection. Redirects are not
 * followed, time and size are limited.
 */
export class Outbound {
  readonly #options: OutboundOptions
  readonly #connect: ConnectOptions
  readonly #agent: Agent

  constructor(options: OutboundOptions) {
    this.#options = options
    this.#connect = { lookup: askNameServers, ...options }
    // One request for each connection: a connection that was checked long ago says nothing about the name of today.
    this.#agent = new Agent({ connect: connector(this.#connect), pipelining: 0 })
  }

  /**
   * Sends one request.
   *
   * @throws RefusedAddress when the address may not be called; other errors when there was no answer in time
   */
  async send(address: string, options: OutboundRequest): Promise<OutboundAnswer> {
    return exchange(this.#agent, this.#require(address, options), options, deadlineOf(options))
  }

  /** Connections for many requests to one place. */
  line(): Line {
    return new Line(this.#connect, this.#require.bind(this))
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
    if (url?.protocol === 'https:' && isForTests(this.#options, url.hostname)) return url
    return requirePublicUrl(address, {
      ownHosts: this.#options.ownHosts(),
      allowsPort: (port) => port === 443 || allowsPort(port),
    })
  }
}
