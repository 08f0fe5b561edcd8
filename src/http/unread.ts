import type Koa from 'koa'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'

/**
 * How much of answers may wait for their clients: of one credential, and of an organization in all. Long answers are
 * counted in bytes, short ones in characters: they are not encoded here, and a few bytes more change no verdict.
 */
export const unreadLimits = { credential: 16 * 1024 * 1024, organization: 64 * 1024 * 1024 }

/** Smaller answers fit into the buffers of the operating system, so they do not wait here. */
const smallBytes = 16 * 1024

/** Bytes that wait, by the id of a credential or an organization. */
const waiting = new Map<string, number>()

/**
 * Refuses a call while its caller has not taken what it asked for before. Answers wait in memory until they are read,
 * so callers that ask much and read slowly would take the memory of all others.
 *
 * @throws ApiError rate_limited
 */
export function requireRoom({ credential, organization }: Caller): void {
  const ofCredential = (waiting.get(credential.id) ?? 0) >= unreadLimits.credential
  if (!ofCredential && (waiting.get(organization.id) ?? 0) < unreadLimits.organization) return
  const whose = ofCredential ? 'of this credential' : "of your organization's credentials"
  throw new ApiError(
    'rate_limited',
    `Too many answers ${whose} are under way and not read yet. Read them to their end, then try again.`,
    { retryAfterSeconds: 1 },
  )
}

/**
 * Counts an answer until its client has taken it, or has left.
 *
 * @param length in bytes for an answer in many pieces, else in characters
 */
export function countUnread(ctx: Koa.Context, length: number): void {
  const caller = ctx.state['caller'] as Caller | undefined
  if (!caller || length < smallBytes || ctx.res.closed) return
  const holders = [caller.credential.id, caller.organization.id]
  for (const id of holders) waiting.set(id, (waiting.get(id) ?? 0) + length)
  ctx.res.once('close', () => {
    for (const id of holders) {
      const left = (waiting.get(id) ?? 0) - length
      if (left > 0) waiting.set(id, left)
      else waiting.delete(id)
    }
  })
}
