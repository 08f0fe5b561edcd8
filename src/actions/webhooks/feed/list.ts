import type { CallDb, Db } from '../../../db/transaction.ts'
import { decodeFeedCursor, encodeFeedCursor } from '../../../domain/cursor.ts'
import { typeProblems } from '../../../domain/webhooks.ts'
import { presentEvent } from '../../../presenters/webhooks/events.ts'
import {
  findLastPosition,
  hasEventsAfter,
  readEventsAfter,
  readNewestEvents,
  stampAll,
  type StampedEvent,
} from '../../../queries/events.ts'
import { eventTypes } from '../../../validation/event-types.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_feed_list'

/** The position after which a reader goes on. */
interface Place {
  position: number
  /** Tells that the reader has a position of another database, such as that from before a restore, and begins again. */
  isLost: boolean
}

/** The events after a cursor, in the order of their positions. It gives positions to those that have none yet. */
export const handler = action('webhooks_feed_list', { needs: ['databaseId'], keepsBooks: true, prepare, run })

/** Waits until there is an event, while no connection is held. A reader who begins now is only told where. */
async function prepare(before: Before<Id>, input: Input<Id>): Promise<void> {
  const { types, wait } = input
  before.refuse(typeProblems(types, 'types', eventTypes))
  if (wait === 0 || beginsAt(input) !== 'start') return
  let position =
    (input.after === undefined ? undefined : decodeFeedCursor(input.after, before.databaseId)) ?? 0
  const look = async (db: Db): Promise<boolean> => {
    const last = await findLastPosition(db)
    if (await hasEventsAfter(db, position, types)) return true
    // The first look reads all that there is; those that follow, only what has come since.
    position = Math.max(position, last)
    return false
  }
  await before.waitUntil(() => before.read(look), wait * 1000)
}

/** The place where a reader begins; one who goes on reads from there, as from the start. */
const beginsAt = ({ after, from }: Pick<Input<Id>, 'after' | 'from'>): Input<Id>['from'] =>
  after === undefined ? from : 'start'

async function run({ db, databaseId }: Context<Id, 'databaseId'>, input: Input<Id>): Promise<Result<Id>> {
  const { after, types, limit } = input
  const cursorAt = (place: number) => encodeFeedCursor({ database: databaseId, position: place })
  const present = (event: StampedEvent) => ({
    ...presentEvent(event, db.orgId),
    cursor: cursorAt(event.position),
  })
  const begin = beginsAt(input)
  if (begin === 'now') return startAt({ database: databaseId, position: await stampAll(db) })
  if (begin === 'newest') {
    const { events, position } = await readNewestEvents(db, limit, types)
    return {
      ...startAt({ database: databaseId, position }),
      events: events.map(present),
    }
  }
  const { position: start, isLost } = await placeOf(db, after, databaseId)
  const { events, more, position, oldest } = await readEventsAfter(db, start, limit, types)
  const isGone = after !== undefined && (oldest ? start + 1 < oldest.position : start < position)
  const truncated = isLost || isGone
  return {
    events: events.map(present),
    next: cursorAt(position),
    has_more: more,
    truncated,
    begins_at: truncated && oldest ? oldest.at : null,
  }
}

async function placeOf(db: CallDb, after: string | undefined, databaseId: string): Promise<Place> {
  if (after === undefined) return { position: 0, isLost: false }
  const position = decodeFeedCursor(after, databaseId)
  // A position that nobody has given is from a later state of a database that was put back.
  return position === undefined || position > (await findLastPosition(db))
    ? { position: 0, isLost: true }
    : { position, isLost: false }
}

const startAt = (place: Parameters<typeof encodeFeedCursor>[0]): Result<Id> => ({
  events: [],
  next: encodeFeedCursor(place),
  has_more: false,
  truncated: false,
  begins_at: null,
})
