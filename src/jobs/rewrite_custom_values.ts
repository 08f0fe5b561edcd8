import { ofOrganization } from '../db/system.ts'
import { rewriteValues } from '../queries/org/rewrite-custom-values.ts'
import { findFieldsToRewrite, lockFieldToRewrite } from '../queries/system/custom-values.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** It is queued when there is work. This finds what is left when a worker died, and what a migration has marked. */
export const cron = '*/10 * * * *'

/** Values of one transaction: few enough that neither the process nor whoever sets a value waits long. */
const batch = 250

/**
 * Encrypts values of fields that became private, and decrypts those of fields that are not private any more, where they
 * were too many for the call that changed the tier.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const { abortSignal, vault } = helpers
  await forEachDue(
    helpers,
    findFieldsToRewrite,
    ({ id }) => `rewrite the values of the custom field ${id}`,
    async ({ org_id, id }, system) => {
      // One batch after the other, each in a transaction of its own.
      for (let done = false; !done && !abortSignal?.aborted;)
        done = await system(async (client) => {
          const db = ofOrganization(client, org_id, vault)
          const field = await lockFieldToRewrite(db, id)
          return !field || rewriteValues(db, field, batch)
        })
    },
  )
}
