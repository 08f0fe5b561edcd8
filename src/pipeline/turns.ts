import { ClientGone, unavailable } from '../errors.ts'

/** How many calls may use the database at the same time, and how long the others wait. */
export interface TurnLimits {
  total: number
  perOrganization: number
  perCredential: number
  /** Further calls of a credential that may wait for their turn. */
  waitingPerCredential: number
  waitMs: number
}

/** Ends a turn. Call it once. */
export type EndTurn = () => void

/**
 * The usual limits for a pool of this many connections. An organization gets at most a third of them. Some are left for
 * what comes before a call: to look up its credential.
 */
export function turnLimits(poolSize: number): TurnLimits {
  const perOrganization = Math.max(1, Math.floor(poolSize / 3))
  return {
    total: poolSize - Math.max(1, Math.floor(poolSize / 5)),
    perOrganization,
    perCredential: Math.max(1, perOrganization - 1),
    waitingPerCredential: 300,
    waitMs: 4000,
  }
}

interface Waiter {
  start: () => void
}

interface Credential {
  running: number
  waiting: Set<Waiter>
}

interface Organization {
  running: number
  credentials: Map<string, Credential>
}

/**
 * Gives calls their turn at the database, so that no organization can take all connections: it has at most its share,
 * and a turn that gets free goes to the organization that has waited longest, and there to the credential that has
 * waited longest. Without this, the slow calls of one organization fill the queue of the pool, and all others wait.
 */
export class Turns {
  readonly #limits: TurnLimits
  /**
   * The next turn goes to the first one that may have it, which then becomes the last one. The same in each of them. There
   * is an entry only for what runs or waits, and `waitingPerCredential` may wait.
   */
  readonly #organizations = new Map<string, Organization>()
  #running = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** How many calls wait for their turn. */
  get waiting(): number {
    let count = 0
    for (const { credentials } of this.#organizations.values())
      for (const { waiting } of credentials.values()) count += waiting.size
    return count
  }

  /** How many organizations have calls that run or wait. */
  get organizations(): number {
    return this.#organizations.size
  }

  /**
   * Waits for a turn.
   *
   * @param signal aborts when the client has gone; the call then no longer waits
   * @throws ApiError 503 when too many calls of the credential wait already, or the turn does not come in time;
   *   ClientGone
   */
  async take(organizationId: string, credentialId: string, signal?: AbortSignal): Promise<EndTurn> {
    const organization = at(this.#organizations, organizationId, () => ({
      running: 0,
      credentials: new Map(),
    }))
    const credential = at(organization.credentials, credentialId, () => ({ running: 0, waiting: new Set() }))
    const { waiting } = credential
    if (waiting.size > 0 || !this.#isFree(organization, credential))
      await this.#wait(waiting, signal).catch((error: unknown) => {
        this.#forget(organizationId, organization, credentialId, credential)
        throw error
      })
    else this.#start(organization, credential)
    return () => {
      this.#running--
      organization.running--
      credential.running--
      this.#forget(organizationId, organization, credentialId, credential)
      this.#next()
    }
  }

  #isFree(organization: Organization, credential: Credential): boolean {
    const { total, perOrganization, perCredential } = this.#limits
    return (
      this.#running < total && organization.running < perOrganization && credential.running < perCredential
    )
  }

  #start(organization: Organization, credential: Credential): void {
    this.#running++
    organization.running++
    credential.running++
  }

  async #wait(waiting: Set<Waiter>, signal: AbortSignal | undefined): Promise<void> {
    const { waitingPerCredential, waitMs } = this.#limits
    if (waiting.size >= waitingPerCredential)
      throw unavailable(
        'Too many calls with this credential are waiting. Send fewer at the same time, and try again in 2 seconds.',
      )
    if (signal?.aborted) throw new ClientGone()
    await new Promise<void>((start, fail) => {
      const waiter: Waiter = {
        start() {
          leave()
          start()
        },
      }
      const late = setTimeout(() => {
        leave()
        fail(
          unavailable(
            'Too many calls of your organization are under way. Send fewer at the same time, and try again in 2 seconds.',
          ),
        )
      }, waitMs)
      const gone = () => {
        leave()
        fail(new ClientGone())
      }
      const leave = () => {
        waiting.delete(waiter)
        clearTimeout(late)
        signal?.removeEventListener('abort', gone)
      }
      signal?.addEventListener('abort', gone, { once: true })
      waiting.add(waiter)
    })
  }

  /** Gives the free turns to those who wait. */
  #next(): void {
    for (const [organizationId, organization] of this.#organizations)
      for (const [credentialId, credential] of organization.credentials) {
        const [first] = credential.waiting
        if (!first || !this.#isFree(organization, credential)) continue
        moveToEnd(this.#organizations, organizationId, organization)
        moveToEnd(organization.credentials, credentialId, credential)
        this.#start(organization, credential)
        first.start()
        return
      }
  }

  #forget(
    organizationId: string,
    organization: Organization,
    credentialId: string,
    credential: Credential,
  ): void {
    const { credentials } = organization
    if (credential.running + credential.waiting.size === 0) drop(credentials, credentialId, credential)
    if (credentials.size === 0) drop(this.#organizations, organizationId, organization)
  }
}

function at<T>(map: Map<string, T>, key: string, make: () => T): T {
  let found = map.get(key)
  if (!found) map.set(key, (found = make()))
  return found
}

function moveToEnd<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
}

/** Deletes the entry, unless the key has another value by now. */
function drop<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.get(key) === value) map.delete(key)
}
