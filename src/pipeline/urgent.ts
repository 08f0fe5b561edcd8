import { urgentCalls } from '../generated/actions.ts'
import { FairLimiter } from './fair-limiter.ts'

/**
 * Turns of the calls that the contract calls urgent: they take access away. An organization whose turns are all taken by an
 * intruder could not get rid of them otherwise. These calls are short writes, and one of a member is under way at a time,
 * so that nobody holds up those of the others with many of them.
 */
const urgent = new FairLimiter({
  total: 3,
  perOrganization: 2,
  perMember: 1,
  waitingPerMember: 20,
  waitMs: 4000,
})

/** The turns of a call, by its operation id: the usual ones, unless it is urgent. A dry run takes nothing away. */
export const turnsOf = (usual: FairLimiter, operation: string, dryRun = false): FairLimiter =>
  !dryRun && urgentCalls.has(operation) ? urgent : usual
