import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedItem } from '../events.ts'
import { startDeadline } from '../retry.ts'
import { webhookRequest } from '../webhooks.ts'

/** As long as the service waits for an answer. */
const timeoutMs = 15_000
/** Nobody listens there yet, or the name is not known yet: the receiver starts, or starts again. */
const absent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const pauseMs = 500

/** The receiver of what is forwarded. */
export interface Target {
  url: string
  secret: string
  /** Ends it. */
  signal: AbortSignal
  /** Is told once that nobody listens there. */
  onAbsent: () => void
}

/**
 * Sends an event as the service sends webhooks, once, and waits for a receiver that is not there.
 *
 * @returns the status of the answer, or the reason why there is none
 * @throws the signal's reason
 */
export async function forward({ cursor: _cursor, ...event }: FeedItem, target: Target): Promise<string> {
  for (let isFirst = true; ; isFirst = false) {
    const outcome = await send(event, target)
    target.signal.throwIfAborted()
    if (outcome !== undefined) return outcome
    if (isFirst) target.onAbsent()
    await sleep(pauseMs, undefined, { signal: target.signal })
  }
}

/** @returns undefined when nobody listens there */
async function send(
  event: { readonly id: string },
  { url, secret, signal }: Target,
): Promise<string | undefined> {
  // Signed again each time: a receiver that comes late would find the signature too old.
  const request = await webhookRequest(secret, event)
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...request,
      redirect: 'manual',
      signal: deadline.signal,
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    if (deadline.isOver) return `no answer within ${timeoutMs / 1000} s`
    const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } }
    return absent.has(cause?.code ?? '') ? undefined : cause?.message || cause?.code || message
  } finally {
    deadline.release()
  }
}
