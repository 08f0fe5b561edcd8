import type { Db } from '../../db/transaction.ts'
import { withoutPerson } from '../../domain/erased.ts'
import { findEventsNaming, noteScrub, replacePayloads } from '../../queries/scrubbing.ts'
import { mentionsOf } from '../../validation/event-types.ts'

/** Events that are read and changed together. */
const batch = 500

/**
 * Removes what is about a person from all events, also those about somebody else, when the person is erased. The feed, and
 * whatever is sent from then on, tells no more of them: a delivery has no payload of its own, and workers drop what they
 * have read before. An event keeps its id, type, time and position, so a reader of the feed misses nothing. It takes the
 * transaction of a write, and may be repeated.
 *
 * @returns how many events told something about them
 */
export async function scrubEvents(db: Db, personId: string): Promise<number> {
  let count = 0
  // There are as many rounds as batches of events of 30 days that name the person: each goes on after the one before.
  for (let after: string | null = null; ;) {
    const found = await findEventsNaming(db, personId, after, batch)
    const changed = found.flatMap(({ id, type, payload }) => {
      const clean = withoutPerson(mentionsOf(type), payload, personId)
      return JSON.stringify(clean) === JSON.stringify(payload) ? [] : { id, payload: clean }
    })
    if (changed.length > 0) await replacePayloads(db, personId, changed)
    count += changed.length
    if (found.length < batch) break
    after = found.at(-1)!.id
  }
  if (count > 0) await noteScrub(db)
  return count
}
