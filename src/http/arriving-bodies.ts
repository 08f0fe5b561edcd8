import { ApiError } from '../errors.ts'
import { serviceTexts } from '../texts/requests.ts'

/**
 * Bytes of large bodies that may wait for the rest of them or for a turn: those of one organization, which has room for a form with
 * the largest file (25 MiB) and others beside it, and all. A body of which so many more have not come in a second has stalled:
 * whoever sends a byte now and then does, too. A slow line brings more.
 */
export const arrivingLimits = {
  organization: 32 * 1024 * 1024,
  total: 64 * 1024 * 1024,
  progress: 8 * 1024,
  stalledMs: 1000,
}

interface Body {
  bytes: number
  /** When it last made progress, and with how many bytes. */
  moved: { at: number; bytes: number }
  /** It has come to its end and waits for its turn, which is nobody's stalling. */
  whole: boolean
  refuse: () => void
}

interface Member {
  bytes: number
  /** In the order in which they became large. */
  bodies: Set<Body>
}

interface Organization {
  bytes: number
  members: Map<string, Member>
}

/** There is an entry only for what has bodies here; a member has as many as `largeBodies` lets one have. */
const organizations = new Map<string, Organization>()
let total = 0

/** The place of one body. */
export interface Place {
  /** So many of its bytes have come. */
  hold: (bytes: number) => void
  /** All of its bytes have come. */
  end: () => void
  /** Aborts when the body has to make room. */
  refused: AbortSignal
  /** Call it once, when the body waits no more. */
  leave: () => void
}

/**
 * Keeps a large body in memory until its turn comes. Nobody waits for the bytes of others: when there are too many, a body
 * makes room in the organization that has most. It is the one that has stalled longest, whoever sent it: members who work
 * together cannot each stay below what another one sends. If none has, it is the oldest of the member who has most.
 */
export function keepBody(organizationId: string, memberId: string): Place {
  const organization = organizations.get(organizationId) ?? { bytes: 0, members: new Map<string, Member>() }
  organizations.set(organizationId, organization)
  const member = organization.members.get(memberId) ?? { bytes: 0, bodies: new Set<Body>() }
  organization.members.set(memberId, member)
  const refusal = new AbortController()
  const add = (bytes: number) => {
    body.bytes += bytes
    member.bytes += bytes
    organization.bytes += bytes
    total += bytes
  }
  const leave = () => {
    if (!member.bodies.delete(body)) return
    add(-body.bytes)
    if (member.bodies.size > 0) return
    organization.members.delete(memberId)
    if (organization.members.size === 0) organizations.delete(organizationId)
  }
  const body: Body = {
    bytes: 0,
    moved: { at: performance.now(), bytes: 0 },
    whole: false,
    refuse() {
      leave()
      refusal.abort(tooMany())
    },
  }
  member.bodies.add(body)
  return {
    hold(bytes) {
      if (!member.bodies.has(body)) return
      add(bytes - body.bytes)
      if (bytes - body.moved.bytes >= arrivingLimits.progress) body.moved = { at: performance.now(), bytes }
      while (organization.bytes > arrivingLimits.organization) makeRoom(organization)
      while (total > arrivingLimits.total) makeRoom(mostOf(organizations))
    },
    end: () => void (body.whole = true),
    refused: refusal.signal,
    leave,
  }
}

function makeRoom({ members }: Organization): void {
  const [oldest] = mostOf(members).bodies
  const victim = stalledOf(members) ?? oldest!
  victim.refuse()
}

/** The body whose last progress is longest ago, if that is long. There are 256 at most: each has more than 64 KiB. */
function stalledOf(members: ReadonlyMap<string, Member>): Body | undefined {
  const longAgo = performance.now() - arrivingLimits.stalledMs
  return [...members.values()]
    .flatMap(({ bodies }) => [...bodies])
    .filter(({ whole, moved }) => !whole && moved.at < longAgo)
    .toSorted((a, b) => a.moved.at - b.moved.at)[0]
}

function mostOf<T extends { bytes: number }>(all: ReadonlyMap<string, T>): T {
  return [...all.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most))
}

/** The connection ends with the answer: nobody waits for the rest of the body. */
const tooMany = () =>
  new ApiError('internal', serviceTexts.tooManyUnderWay(), {
    status: 503,
    retryAfterSeconds: 2,
    headers: { Connection: 'close' },
  })
