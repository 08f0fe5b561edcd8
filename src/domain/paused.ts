import type { Caller } from './caller.ts'
import { pausedTexts } from '../texts/access.ts'
import type { Phrase } from '../texts/phrase.ts'

/** Why an organization is not active, and until when it can be settled. */
export type Paused = Pick<Caller['organization'], 'status' | 'pauseReason' | 'deleteOn'>

/** Says that an organization is paused or closed, and why. */
export function pausedBecause({ status, pauseReason, deleteOn }: Paused): Phrase {
  const why = pauseReason === 'unpaid' ? pausedTexts.unpaid() : pausedTexts.detailsMissing()
  const until = deleteOn ? pausedTexts.deletedOn({ day: deleteOn }) : pausedTexts.notDeleted()
  return pausedTexts.because({ state: pausedTexts[status](), why, until })
}
