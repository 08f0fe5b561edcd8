import { decodeFeedCursor, encodeFeedCursor } from '../../../domain/cursor.ts'
import { typeProblems } from '../../../domain/webhooks.ts'
import { eventCatalogue } from '../../../generated/events.ts'
import { presentEvent } from '../../../presenters/webhooks/events.ts'
import {
  findLastPosition,
  findOldestEvent,
  hasEventsAfter,
  readEventsAfter,
} from '../../../queries/events.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_feed_list'

const known = new Set(Object.keys(eventCatalogue))

/** The position after which a reader goes on. */
interface Place {
  position: number
  /** Tells that the reader has a position of another database, such as that from before a restore, and begins again. */
  isLost: boolean
}

/** The events after a cursor, in the order of their positions. It gives positions to those that have none yet. */
export const handler = action('webhooks_feed_list', { needs: ['databaseId'], keepsBooks: true, prepare, run })

/** Waits until there is an event, while no connection is held. */
async function prepare(before: Before<Id>, { after, from, types, wait }: Input<Id>): Promise<Place> {
  before.refuse(typeProblems(types, 'types', known))
  const last = () => before.read(findLastPosition)
  const place = await placeOf(after, from, before.databaseId, last)
  if (wait > 0)
    await before.waitUntil(() => before.read((db) => hasEventsAfter(db, place.position, types)), wait * 1000)
  return place
}

async function placeOf(
  after: string | undefined,
  from: 'start' | 'now',
  databaseId: string,
  last: () => Promise<number>,
): Promise<Place> {
  if (after === undefined) return { position: from === 'now' ? await last() : 0, isLost: false }
  const position = decodeFeedCursor(after, databaseId)
  // A position that nobody has given is from a later state of a database that was put back.
  return position === undefined || position > (await last())
    ? { position: 0, isLost: true }
    : { position, isLost: false }
}

async function run(
  { db, databaseId }: Context<Id, 'databaseId'>,
  { after, types, limit }: Input<Id>,
  _subject: undefined,
  { position: start, isLost }: Place,
): Promise<Result<Id>> {
  const { events, more, position } = await readEventsAfter(db, start, limit, types)
  const oldest = await findOldestEvent(db)
  const isGone = after !== undefined && (oldest ? start + 1 < oldest.position : start < position)
  const truncated = isLost || isGone
  return {
    events: events.map((event) => presentEvent(event, db.orgId)),
    next: encodeFeedCursor({ database: databaseId, position }),
    has_more: more,
    truncated,
    begins_at: truncated && oldest ? oldest.at : null,
  }
}
