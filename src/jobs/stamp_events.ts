import { ofOrganization } from '../db/system.ts'
import { stampEvents } from '../queries/events.ts'
import { findOrganizationsToStamp } from '../queries/system/events.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
export const cron = '* * * * *'

/** Batches that an organization may have before the next one has its turn. The next run continues. */
const maxRounds = 100

/** Gives events their positions, so that they have them when nobody reads. Each batch is a transaction of its own. */
export const task: JobTask<typeof payload> = (_payload, helpers) =>
  forEachDue(
    helpers,
    findOrganizationsToStamp,
    ({ org_id: id }) => `give positions to the events of the organization ${id}`,
    async ({ org_id: id }, system) => {
      let more = true
      for (let round = 0; more && round < maxRounds && !helpers.abortSignal?.aborted; round++)
        more = await system((db) => stampEvents(ofOrganization(db, id, undefined)))
    },
  )
