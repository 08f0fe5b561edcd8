import type { ServerResponse } from 'node:http'
import type Koa from 'koa'
import { networksOf } from '../auth/addresses.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'

/** Smaller answers and bodies are not counted: a connection holds one of them at a time, and connections are counted. */
const smallBytes = 16 * 1024

/**
 * How much of answers may wait for their clients: of one credential, and of an organization in all; where nobody has
 * proved who they are, of one address, and of its network in all. Long answers are counted in bytes, short ones in
 * characters: they are not encoded here, and a few bytes more change no verdict.
 */
export const unreadLimits = {
  credential: 16 * 1024 * 1024,
  organization: 64 * 1024 * 1024,
  address: 16 * 1024 * 1024,
  network: 64 * 1024 * 1024,
}

/** How long the bodies of calls under way may be together. Those of strangers are short, because they are refused. */
export const bodyLimits = { credential: 16 * 1024 * 1024, organization: 64 * 1024 * 1024 }

/** Whoever may hold so many bytes. */
interface Holder {
  id: string
  most: number
  /** For the message: `of this credential`. */
  whose: string
}

/** Bytes that wait in memory, by their holders. There is an entry only for what an open connection holds. */
class Held {
  readonly #bytes = new Map<string, number>()

  /** The first of these who holds as much as they may. */
  full(holders: readonly Holder[]): Holder | undefined {
    return holders.find(({ id, most }) => (this.#bytes.get(id) ?? 0) >= most)
  }

  /** Counts bytes until the answer has left, or its client has. */
  add(holders: readonly Holder[], bytes: number, response: ServerResponse): void {
    for (const { id } of holders) this.#bytes.set(id, (this.#bytes.get(id) ?? 0) + bytes)
    response.once('close', () => {
      for (const { id } of holders) {
        const left = (this.#bytes.get(id) ?? 0) - bytes
        if (left > 0) this.#bytes.set(id, left)
        else this.#bytes.delete(id)
      }
    })
  }
}

const answers = new Held()
const bodies = new Held()

function holdersOf(
  { credential, organization }: Caller,
  limits: Pick<typeof unreadLimits, 'credential' | 'organization'>,
): Holder[] {
  return [
    { id: credential.id, most: limits.credential, whose: 'of this credential' },
    { id: organization.id, most: limits.organization, whose: "of your organization's credentials" },
  ]
}

function readersOf(ctx: Koa.Context): Holder[] {
  const caller = ctx.state['caller'] as Caller | undefined
  if (caller) return holdersOf(caller, unreadLimits)
  const { address, network } = networksOf(ctx.state['address'] as string)
  return [
    { id: `address ${address}`, most: unreadLimits.address, whose: 'to your address' },
    { id: `network ${network}`, most: unreadLimits.network, whose: 'to your network' },
  ]
}

/**
 * Refuses a call while its caller has not taken what it asked for before. Answers wait in memory until they are read,
 * so callers that ask much and read slowly would take the memory of all others.
 *
 * @throws ApiError rate_limited
 */
export const requireRoom = (caller: Caller): void => refuseUnread(holdersOf(caller, unreadLimits))

/** The same for a document that anybody may ask for. It needs no room of its own, but each connection has buffers. */
export const requireRoomToSend = (ctx: Koa.Context): void => refuseUnread(readersOf(ctx))

function refuseUnread(holders: readonly Holder[]): void {
  const full = answers.full(holders)
  if (full)
    throw new ApiError(
      'rate_limited',
      `Too many answers ${full.whose} are under way and not read yet. Read them to their end, then try again.`,
      { retryAfterSeconds: 1 },
    )
}

/** Counts the answer of a request, whatever it is, until its client has taken it or has left. */
export function countUnread(ctx: Koa.Context): void {
  const length = lengthOf(ctx)
  if (length >= smallBytes && !ctx.res.closed) answers.add(readersOf(ctx), length, ctx.res)
}

function lengthOf({ body, response }: Koa.Context): number {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length
  return response.length ?? 0
}

/**
 * Counts the body of a call until the call is answered. Three hundred calls of a credential may wait for their turn, and
 * each keeps what it was sent.
 *
 * @param length in bytes, as it is before it is read
 * @throws ApiError rate_limited
 */
export function holdBody(ctx: Koa.Context, length: number): void {
  const caller = ctx.state['caller'] as Caller | undefined
  if (!caller || length < smallBytes || ctx.res.closed) return
  const holders = holdersOf(caller, bodyLimits)
  const full = bodies.full(holders)
  if (full)
    throw new ApiError(
      'rate_limited',
      `Too many long calls ${full.whose} are under way. Send fewer at the same time, and try again.`,
      { retryAfterSeconds: 1 },
    )
  bodies.add(holders, length, ctx.res)
}
