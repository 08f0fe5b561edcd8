import type Koa from 'koa'
import { networksOf } from '../auth/addresses.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import type { Phrase } from '../texts/phrase.ts'
import { requestTexts } from '../texts/requests.ts'

/** Smaller answers are not counted: a connection holds one of them at a time, and connections are counted. */
const smallBytes = 16 * 1024

/**
 * Parts of answers that may wait for their clients: of one credential, and of an organization in all; where nobody has
 * proved who they are, of one address, and of its network in all. Long answers are counted in bytes, short ones in
 * characters: they are not encoded here, and a few bytes more change no verdict.
 */
export const unreadLimits = {
  credential: 16 * 1024 * 1024,
  organization: 64 * 1024 * 1024,
  address: 16 * 1024 * 1024,
  network: 64 * 1024 * 1024,
}

/** Whoever may hold so many bytes. */
interface Holder {
  id: string
  most: number
  /** For the message: `of this credential`, and so on. */
  whose: Phrase
}

/** Bytes that wait, by the id of their holder. There is an entry only for what an open connection has not read. */
const waiting = new Map<string, number>()

function holdersOf({ credential, organization }: Caller): Holder[] {
  return [
    { id: credential.id, most: unreadLimits.credential, whose: requestTexts.ofCredential() },
    { id: organization.id, most: unreadLimits.organization, whose: requestTexts.ofOrganization() },
  ]
}

function readersOf(ctx: Koa.Context): Holder[] {
  const caller = ctx.state['caller'] as Caller | undefined
  if (caller) return holdersOf(caller)
  const { address, network } = networksOf(ctx.state['address'] as string)
  return [
    { id: `address ${address}`, most: unreadLimits.address, whose: requestTexts.toAddress() },
    { id: `network ${network}`, most: unreadLimits.network, whose: requestTexts.toNetwork() },
  ]
}

/**
 * Refuses a call while its caller has not taken what it asked for before. Answers wait in memory until they are read,
 * so callers that ask much and read slowly would take the memory of all others.
 *
 * @throws ApiError rate_limited
 */
export const requireRoom = (caller: Caller): void => refuseUnread(holdersOf(caller))

/**
 * Refuses a document that anybody may ask for while too much waits. It needs no room of its own, but each connection
 * has buffers.
 */
export const requireRoomToSend = (ctx: Koa.Context): void => refuseUnread(readersOf(ctx))

function refuseUnread(holders: readonly Holder[]): void {
  const full = holders.find(({ id, most }) => (waiting.get(id) ?? 0) >= most)
  if (full)
    throw new ApiError('rate_limited', requestTexts.unread({ whose: full.whose }), { retryAfterSeconds: 1 })
}

/** Counts the answer of a request, whatever it is, until its client has taken it or has left. */
export function countUnread(ctx: Koa.Context): void {
  const length = lengthOf(ctx)
  if (length < smallBytes || ctx.res.closed) return
  const holders = readersOf(ctx)
  for (const { id } of holders) waiting.set(id, (waiting.get(id) ?? 0) + length)
  ctx.res.once('close', () => {
    for (const { id } of holders) {
      const left = (waiting.get(id) ?? 0) - length
      if (left > 0) waiting.set(id, left)
      else waiting.delete(id)
    }
  })
}

function lengthOf({ body, response, state }: Koa.Context): number {
  // A file is read as it is taken.
  if (state['waitingBytes'] !== undefined) return state['waitingBytes'] as number
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length
  return response.length ?? 0
}
