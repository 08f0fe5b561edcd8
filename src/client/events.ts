import type { EventType, WebhookEvent } from '../generated/client-events.ts'
import type { WebhooksFeedListInput, WebhooksFeedListResult } from '../generated/client-schemas.ts'
import { call, type Settings } from './call.ts'
import { sleep } from './retry.ts'
import type { CallOptions } from './types.ts'

/** Seconds that the service holds an answer back until there is an event. */
const waitSeconds = 25
/** The service answers at once while it stops, or while too many wait: nobody asks again at once then. */
const pauseMs = 1000

/** An event of the feed. Told apart by `type`, whose list may grow. */
export type FeedItem = WebhookEvent & {
  /** Where to go on after this event: store it with what you have done with the event, and pass it as `after`. */
  cursor: string
}

/** Options of `events`. Those of calls are for the first answer; from then on, it is tried again without an end. */
export interface EventsOptions extends CallOptions {
  /** Where to begin: `cursor` of the last event that was done. */
  after?: string | undefined
  /** Where to begin without `after`: with the oldest event (`start`, when left out), or with what happens from now on. */
  from?: 'start' | 'now' | undefined
  /** Only events of these types. */
  types?: readonly EventType[] | undefined
  /**
   * Is told that events after `after` are gone, because they were older than 30 days or the database was restored, and from
   * when on there are some. Read again what you have copied; the events go on when this is done. Without it, the loop throws
   * `EventsGoneError`.
   */
  onGone?: ((beginsAt: string | null) => void | Promise<void>) | undefined
  /**
   * Is told where to go on when all events of an answer are done, also of an answer without any. Store it where you ask for
   * types that are rare: a cursor that is older than 30 days cannot tell whether there was one.
   */
  onCursor?: ((cursor: string) => void | Promise<void>) | undefined
}

/** The loop over all events: it waits for those to come, and ends with its signal. */
export type Events = (options?: EventsOptions) => AsyncGenerator<FeedItem, void, undefined>

/**
 * The error of a reader that comes too late: events after its cursor are gone. Take the place of now
 * (`webhooks.feed.list({ from: 'now' })`), copy again, and go on after that place.
 */
export class EventsGoneError extends Error {
  override readonly name = 'EventsGoneError'
  /** From when on there are events; null when there are none. */
  readonly beginsAt: string | null

  constructor(beginsAt: string | null) {
    super(`Events are gone${beginsAt === null ? '' : `: there are those from ${beginsAt} on`}.`)
    this.beginsAt = beginsAt
  }
}

/** Makes the loop of a client. */
export function eventsOf(settings: Settings): Events {
  return async function* (options: EventsOptions = {}) {
    const { after, from, types, onGone, onCursor, ...calls } = options
    const { signal } = calls
    const isOver = () => signal?.aborted === true
    let ask: WebhooksFeedListInput = {
      ...(after === undefined ? from !== undefined && { from } : { after }),
      ...(types && { types: [...types] }),
    }
    let answer: WebhooksFeedListResult | undefined
    try {
      while (!isOver()) {
        const isHeld = ask.after !== undefined
        answer = await read(settings, ask, answer ? withoutEnd(calls) : calls)
        if (answer.truncated) await tellGone(answer, onGone)
        for (const event of answer.events as unknown as FeedItem[]) {
          yield event
          if (isOver()) return
        }
        await onCursor?.(answer.next)
        if (isHeld && answer.events.length === 0 && !answer.has_more) await sleep(pauseMs, signal)
        ask = { ...ask, after: answer.next }
      }
    } catch (error) {
      // Whoever stops it knows that.
      if (!isOver() || error !== signal?.reason) throw error
    }
  }
}

const withoutEnd = (calls: CallOptions): CallOptions => ({ ...calls, retries: Infinity, maxWaitMs: Infinity })

async function read(
  settings: Settings,
  ask: WebhooksFeedListInput,
  options: CallOptions,
): Promise<WebhooksFeedListResult> {
  const { timeoutMs = settings.timeoutMs ?? 30_000 } = options
  const { data } = await call(
    settings,
    { action: 'webhooks.feed.list', write: false, dryRun: false },
    { ...ask, wait: waitSeconds },
    { ...options, timeoutMs: timeoutMs + waitSeconds * 1000 },
  )
  return data as WebhooksFeedListResult
}

async function tellGone(
  { begins_at }: WebhooksFeedListResult,
  onGone: EventsOptions['onGone'],
): Promise<void> {
  if (!onGone) throw new EventsGoneError(begins_at)
  await onGone(begins_at)
}
