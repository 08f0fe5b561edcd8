import { enterOrganization, ofOrganization } from '../db/system.ts'
import { eraseAnswers, scrubOtherLines } from '../queries/org/erasing.ts'
import { findAnswersMentioning } from '../queries/platform/idempotency.ts'
import { listErasedSince } from '../queries/system/erasures.ts'
import { scrubEvents } from '../services/erasing/scrub-events.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
export const cron = '4,14,24,34,44,54 * * * *'

/**
 * Milliseconds after which every call that began before an erasure has ended, and this has run at least once since: workers may be
 * away for a night.
 */
const lateMs = 24 * 60 * 60_000

/** No call that began before the end of an erasure writes a line of a later time: milliseconds from its beginning. */
const callMs = 60_000

/**
 * Takes those who were erased lately out of events and stored answers once more: a call about somebody else may have read the
 * name of their former manager before the erasure, and written it after. Lines of the log from before their login was theirs tell
 * from where it was used, until this takes it out, and so does that of a sign-in which failed meanwhile.
 */
export const task: JobTask<typeof payload> = (_payload, helpers) =>
  forEachDue(
    helpers,
    (db) => listErasedSince(db, new Date(helpers.clock().getTime() - lateMs)),
    ({ person_id: id }) => `take the erased person ${id} out of late events`,
    async ({ org_id, person_id, erased_at }, system) => {
      await system(async (client) => {
        await enterOrganization(client, org_id)
        const db = ofOrganization(client, org_id, helpers.vault)
        await scrubEvents(db, person_id)
        await scrubOtherLines(db, person_id, new Date(Date.parse(erased_at) + callMs))
        // To erase them reads all answers of the organization; to look for some does not.
        if ((await findAnswersMentioning(db, person_id, 1)).length > 0) await eraseAnswers(db, person_id)
      })
    },
  )
