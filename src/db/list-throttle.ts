import { setTimeout as sleep } from 'node:timers/promises'
import { othersCall } from '../streaming/yield.ts'

/**
 * The pace at which long lists are read. Whoever lists thousands of people, again and again, keeps the database and this
 * process busy all the time, and the short calls of others wait for both. While others call, the batches of all lists
 * therefore come one at a time, and after each there is a rest.
 */

/** The rest after a batch, as a multiple of the work on it. Organizations that list at the same time share it. */
const restPerWork = 3
/** A batch keeps the others waiting at most so long, with its rest: the database may be stuck with it. */
const mostMs = 100

/** The organizations whose batches are asked for, and how many. Calls have turns, so there are few. */
const asking = new Map<string, number>()
/** Resolves when the next batch may be asked for. */
let free: Promise<unknown> = Promise.resolve()

/** Asks for the next batch of a list when it is its turn. */
export async function inTurn<Batch>(orgId: string, ask: () => Promise<Batch>): Promise<Batch> {
  if (!othersCall()) return ask()
  note(orgId, 1)
  const sharing = asking.size
  const batch = free.then(ask)
  free = free.then(() => Promise.race([restAfter(batch, restPerWork / sharing), sleep(mostMs)]))
  return batch.finally(() => note(orgId, -1))
}

async function restAfter(work: Promise<unknown>, perWork: number): Promise<void> {
  const began = performance.now()
  await work.catch(() => undefined)
  await sleep((performance.now() - began) * perWork)
}

function note(orgId: string, change: 1 | -1): void {
  const count = (asking.get(orgId) ?? 0) + change
  if (count === 0) asking.delete(orgId)
  else asking.set(orgId, count)
}
