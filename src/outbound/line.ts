import { Client } from 'undici'
import { connector, isForTests, type ConnectOptions } from './connect.ts'
import { deadlineOf, exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import type { Meter } from './meter.ts'
import { publicAddressesOf } from './resolve.ts'

/** Milliseconds that a connection stays open without a request: less than servers wait. */
const idleMs = 1000
/** Codes of a connection that the other side has ended. */
const ended = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_DESTROYED'])

/** A connection, which has one request at a time. */
interface Kept {
  origin: string
  client: Client
  /** The address to which it leads; undefined before there is a connection. */
  address: string | undefined
  meter: Meter | undefined
}

/**
 * Connections for requests to one place, each used again for a moment after a request. A connection for each request would
 * cost both sides twenty times as much, most of it for encryption. The name is resolved for each request all the same: a
 * connection is used again only when it leads to one of the addresses that the name has now, all of which are public. There
 * are as many as there are requests at the same time.
 */
export class Line {
  readonly #options: ConnectOptions
  readonly #require: (address: string, options: OutboundRequest) => URL
  readonly #kept = new Set<Kept>()
  readonly #idle: Kept[] = []
  #isClosed = false

  /** @param require the address of a request, if it may be sent; throws RefusedAddress if not */
  constructor(options: ConnectOptions, require: (address: string, options: OutboundRequest) => URL) {
    this.#options = options
    this.#require = require
  }

  /**
   * Sends one request; once more, over a new connection, when the other side had ended the old one.
   *
   * @throws RefusedAddress when the address may not be called; other errors when there was no answer in time
   */
  async send(address: string, options: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.#require(address, options)
    const end = deadlineOf(options)
    const idle = await this.#takeIdle(url, end)
    if (idle)
      try {
        return await this.#over(idle, url, options, end)
      } catch (error) {
        if (this.#isClosed || !ended.has(String((error as { code?: string }).code))) throw error
      }
    return this.#over(this.#open(url.origin), url, options, end)
  }

  /** Ends all connections. No request is sent once more then. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#kept].map((kept) => this.#drop(kept)))
  }

  /** A connection to an address that the name has now. */
  async #takeIdle({ origin, hostname }: URL, end: AbortSignal): Promise<Kept | undefined> {
    if (!this.#idle.some((kept) => kept.origin === origin)) return undefined
    const now = isForTests(this.#options, hostname)
      ? undefined
      : new Set(await before(end, publicAddressesOf(hostname, this.#options.lookup)))
    const isRight = (kept: Kept) =>
      kept.origin === origin && kept.address !== undefined && (now?.has(kept.address) ?? true)
    // Others may have taken some meanwhile.
    const index = this.#idle.findLastIndex(isRight)
    return index === -1 ? undefined : this.#idle.splice(index, 1)[0]
  }

  #open(origin: string): Kept {
    const connect = connector(
      this.#options,
      (address) => (kept.address = address),
      (meter) => (kept.meter = meter),
    )
    const client = new Client(origin, { connect, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs })
    const kept: Kept = { origin, client, address: undefined, meter: undefined }
    this.#kept.add(kept)
    return kept
  }

  async #over(kept: Kept, url: URL, options: OutboundRequest, end: AbortSignal): Promise<OutboundAnswer> {
    kept.meter?.begin()
    try {
      const { isWhole, ...answer } = await exchange(kept.client, url, options, end)
      if (isWhole) this.#rest(kept)
      else await this.#drop(kept)
      return answer
    } catch (error) {
      await this.#drop(kept)
      throw error
    }
  }

  /** Lets a connection wait for the next request. One that ends meanwhile is forgotten. */
  #rest(kept: Kept): void {
    if (kept.client.destroyed) return
    if (kept.client.listenerCount('disconnect') === 0)
      kept.client.on('disconnect', () => {
        // One that has a request again is dropped by that.
        if (this.#idle.includes(kept)) void this.#drop(kept)
      })
    this.#idle.push(kept)
  }

  async #drop(kept: Kept): Promise<void> {
    this.#kept.delete(kept)
    const index = this.#idle.indexOf(kept)
    if (index !== -1) this.#idle.splice(index, 1)
    await kept.client.destroy()
  }
}

/** The answer, if it comes before the end of a signal, which is thrown. */
function before<T>(end: AbortSignal, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(end.reason as Error)
  if (end.aborted) stop()
  else end.addEventListener('abort', stop, { once: true })
  return Promise.race([answer, promise]).finally(() => end.removeEventListener('abort', stop))
}
