import { ofOrganization } from '../db/system.ts'
import { today } from '../domain/day.ts'
import { tellNotices } from '../mail/notices.ts'
import { noticeKinds, noticeKindsAlways } from '../queries/org/notices.ts'
import { getStanding } from '../queries/platform/organization.ts'
import { findOrganizationsWithNotices } from '../queries/system/mails.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each notice. This finds those that were put off. */
export const cron = '*/5 * * * *'

/**
 * Tells people and the administration of changed payroll details, and of documents that people have added. Where an organization is
 * paused, documents are told when it goes on: nobody could look at them before.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue(
    helpers,
    findOrganizationsWithNotices,
    ({ org_id: id }) => `tell the notices of the organization ${id}`,
    async ({ org_id }, system) => {
      await system(async (client) => {
        const db = ofOrganization(client, org_id, helpers.vault)
        const { time_zone: timeZone, status } = await getStanding(db)
        const kinds = status === 'active' ? noticeKinds : noticeKindsAlways
        await tellNotices(db, kinds, now, today(now, timeZone))
      })
    },
  )
}
