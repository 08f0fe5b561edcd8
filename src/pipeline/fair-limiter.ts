import { ClientGone, unavailable } from '../errors.ts'
import { serviceTexts } from '../texts/requests.ts'

/** Limits on calls that use the database at the same time, and on the wait of the others. */
export interface TurnLimits {
  total: number
  perOrganization: number
  perMember: number
  /** Further calls of a member that may wait for their turn. */
  waitingPerMember: number
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
    perMember: Math.max(1, perOrganization - 1),
    waitingPerMember: 300,
    waitMs: 4000,
  }
}

interface Waiter {
  start: () => void
}

interface Member {
  running: number
  waiting: Set<Waiter>
}

interface Organization {
  running: number
  members: Map<string, Member>
}

/**
 * Gives calls their turn at the database, so that no organization can take all connections: it has at most its share,
 * and a turn that gets free goes to the organization that has waited longest, and there to the member who has
 * waited longest, however many sessions, keys and apps they call with. Without this, the slow calls of one organization
 * fill the queue of the pool, and all others wait; or those of one member, and nobody in the organization can stop them.
 */
export class FairLimiter {
  readonly #limits: TurnLimits
  /**
   * The next turn goes to the first one that may have it, which then becomes the last one. The same in each of them. There
   * is an entry only for what runs or waits, and `waitingPerMember` may wait.
   */
  readonly #organizations = new Map<string, Organization>()
  #running = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** The number of calls that wait for their turn. */
  get waiting(): number {
    let count = 0
    for (const { members } of this.#organizations.values())
      for (const { waiting } of members.values()) count += waiting.size
    return count
  }

  /** The number of organizations with calls that run or wait. */
  get organizations(): number {
    return this.#organizations.size
  }

  /**
   * Waits for a turn.
   *
   * @param signal aborts when the client has gone; the call then no longer waits
   * @throws ApiError 503 when too many calls of the member wait already, or the turn does not come in time;
   *   ClientGone
   */
  async take(organizationId: string, memberId: string, signal?: AbortSignal): Promise<EndTurn> {
    const organization = at(this.#organizations, organizationId, () => ({
      running: 0,
      members: new Map(),
    }))
    const member = at(organization.members, memberId, () => ({ running: 0, waiting: new Set() }))
    const { waiting } = member
    if (waiting.size > 0 || !this.#isFree(organization, member))
      await this.#wait(waiting, signal).catch((error: unknown) => {
        this.#forget(organizationId, organization, memberId, member)
        throw error
      })
    else this.#start(organization, member)
    return () => {
      this.#running--
      organization.running--
      member.running--
      this.#forget(organizationId, organization, memberId, member)
      this.#next()
    }
  }

  #isFree(organization: Organization, member: Member): boolean {
    const { total, perOrganization, perMember } = this.#limits
    return this.#running < total && organization.running < perOrganization && member.running < perMember
  }

  #start(organization: Organization, member: Member): void {
    this.#running++
    organization.running++
    member.running++
  }

  async #wait(waiting: Set<Waiter>, signal: AbortSignal | undefined): Promise<void> {
    const { waitingPerMember, waitMs } = this.#limits
    if (waiting.size >= waitingPerMember) throw unavailable(serviceTexts.tooManyWaiting())
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
        fail(unavailable(serviceTexts.tooManyUnderWay()))
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
      for (const [memberId, member] of organization.members) {
        const [first] = member.waiting
        if (!first || !this.#isFree(organization, member)) continue
        moveToEnd(this.#organizations, organizationId, organization)
        moveToEnd(organization.members, memberId, member)
        this.#start(organization, member)
        first.start()
        return
      }
  }

  #forget(organizationId: string, organization: Organization, memberId: string, member: Member): void {
    const { members } = organization
    if (member.running + member.waiting.size === 0) drop(members, memberId, member)
    if (members.size === 0) drop(this.#organizations, organizationId, organization)
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
