import { ownerRole } from '../access/roles.ts'
import { mostEndpoints } from '../domain/webhooks.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import { findMembersToTell, insertMails } from '../queries/platform/mails.ts'
import { on } from './reaction.ts'

const kind = 'webhook_failing'
const dayMs = 24 * 3_600_000

/** Owners hear of an endpoint that gets no more events. */
export const reactions = [
  on('webhook.failing', {
    does: 'writes a mail to each owner',
    async rows(db, all, { origin, newId }) {
      // Failures turn each endpoint off once a day; a 410 does so whenever somebody turns it on again.
      const since = new Date(origin.now.getTime() - dayMs)
      const owners = await findMembersToTell(db, ownerRole, { kind, since, most: mostEndpoints })
      const mails = all.flatMap(({ data }) =>
        owners.map(({ id }) => ({
          id: newId(),
          kind,
          about_id: data.endpoint_id,
          membership_id: id,
          person_id: null,
          status: 'pending' as const,
          reason: null,
          created_at: origin.now,
          due_at: origin.now,
          ended_at: null,
        })),
      )
      await Promise.all([insertMails(db, mails), enqueueJobs(db, [{ task: 'send_mails', payload: {} }])])
    },
  }),
]
