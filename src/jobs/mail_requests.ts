import { randomUUIDv7 } from 'node:crypto'
import { ofOrganization } from '../db/system.ts'
import { findOrganizationsToMail } from '../queries/system/reminders.ts'
import { mailRequests } from '../services/notifications/mail-requests.ts'
import { forEachDue, type JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each request. This finds those whose job was lost. */
export const cron = '*/5 * * * *'

/** Mails those who can decide a request. The mark and the mail are one transaction, so it is mailed once. */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue(
    helpers,
    findOrganizationsToMail,
    ({ org_id: id }) => `mail the requests of the organization ${id}`,
    async ({ org_id }, system) => {
      await system((client) =>
        mailRequests({ db: ofOrganization(client, org_id, helpers.vault), now, newId: randomUUIDv7 }),
      )
    },
  )
}
