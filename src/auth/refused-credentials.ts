import { networksOf } from './addresses.ts'

/** The number of credentials that are remembered, at most twice as many. One takes about 100 bytes. */
const remembered = 5000
/** The largest number of networks that are remembered as blocked. */
const maxBlocked = 10_000

/**
 * The memory that this process has of refused credentials: which networks have sent too many in this minute, and which
 * credentials were valid lately. A request from such a network costs the database nothing, unless its credential is one
 * of these; so an office is not locked out by its neighbors. Credentials that have used up the calls of this minute are
 * remembered, too: more calls with them cost the database nothing either. It is only a shortcut: the database counts
 * for all processes, and each learns by the next refusal it causes.
 */
export class RefusedCredentials {
  /** Each has at most `maxBlocked` entries. */
  readonly #blocked = new Map<string, number>()
  readonly #over = new Map<string, number>()
  /** Each has at most `remembered`. */
  #recent = new Set<string>()
  #older = new Set<string>()

  /**
   * Seconds for which a credential from this address is refused without a look-up; 0: it may be looked up.
   *
   * @param id of the credential; undefined when it is malformed
   */
  secondsFor(address: string, id: string | undefined, clock: () => Date): number {
    // Nearly always nobody is blocked; a valid call then pays for this one comparison.
    if (this.#blocked.size === 0) return 0
    if (id !== undefined && this.wasValid(id)) return 0
    const now = clock().getTime()
    const networks = networksOf(address)
    const until = Math.max(this.#until(networks.address, now), this.#until(networks.network, now))
    return Math.max(0, Math.ceil((until - now) / 1000))
  }

  #until(network: string, now: number): number {
    const until = this.#blocked.get(network) ?? 0
    if (until <= now) this.#blocked.delete(network)
    return until
  }

  /** Seconds that are left of the minute in which this credential has used up its calls; 0: it has not. */
  overFor(id: string, now: Date): number {
    const until = this.#over.get(id)
    if (until === undefined) return 0
    const seconds = Math.ceil((until - now.getTime()) / 1000)
    if (seconds <= 0) this.#over.delete(id)
    return Math.max(0, seconds)
  }

  /** Notes that a credential has used up its calls. Until then, more of them cost the database nothing. */
  noteOver(id: string, seconds: number, now: Date): void {
    if (this.#over.size >= maxBlocked) this.#over.clear()
    this.#over.set(id, now.getTime() + seconds * 1000)
  }

  /** Notes that a network has sent too many refused credentials. */
  block(network: string, seconds: number, now: Date): void {
    if (this.#blocked.size >= maxBlocked) this.#dropEnded(now.getTime())
    this.#blocked.set(network, now.getTime() + seconds * 1000)
  }

  /** Makes room. If all are still blocked, the first ones are forgotten, and are soon learnt again. */
  #dropEnded(now: number): void {
    for (const [network, until] of this.#blocked) if (until <= now) this.#blocked.delete(network)
    for (const network of this.#blocked.keys()) {
      if (this.#blocked.size < maxBlocked) return
      this.#blocked.delete(network)
    }
  }

  /** Tells whether a credential was valid lately, as far as this process knows. */
  wasValid(id: string): boolean {
    return this.#recent.has(id) || this.#older.has(id)
  }

  /** Notes that a credential is valid. */
  noteValid(id: string): void {
    this.#recent.add(id)
    if (this.#recent.size < remembered) return
    this.#older = this.#recent
    this.#recent = new Set()
  }

  /** Notes that a credential is no longer valid. */
  noteInvalid(id: string): void {
    this.#recent.delete(id)
    this.#older.delete(id)
  }
}
