import { ownerRole } from '../access/roles.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import { findMembersWith, insertMails } from '../queries/platform/mails.ts'
import { on } from './reaction.ts'

/** Owners hear of an endpoint that gets no more events. */
export const reactions = [
  on('webhook.failing', {
    does: 'writes a mail to each owner',
    async rows(db, all, { origin, newId }) {
      const owners = await findMembersWith(db, ownerRole)
      const mails = all.flatMap(({ data }) =>
        owners.map(({ id }) => ({
          id: newId(),
          kind: 'webhook_failing' as const,
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
