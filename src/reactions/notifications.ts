import { adminRoles, hrRoles } from '../access/roles.ts'
import {
  insertNotifications,
  membersWithRoles,
  type NewNotification,
} from '../queries/platform/notifications.ts'
import { writeOptionalMails } from '../queries/platform/optional-mails.ts'
import { on } from './reaction.ts'

const plain = { reminder: null, years: null, batch_id: null } as const

/** Members hear of requests that they can decide, and HR of documents that people have added themselves. */
export const reactions = [
  on('request.waits', {
    does: 'notifies those who can decide it, and mails them',
    async rows(db, all, { origin, newId }) {
      const asked = all.flatMap(({ data }) =>
        data.members.map((membership_id) => ({ ...data, membership_id })),
      )
      await insertNotifications(
        db,
        asked.map(({ membership_id, request_id, person_id, effective_date }): NewNotification => ({
          ...plain,
          id: newId(),
          membership_id,
          kind: 'approval_request',
          about_id: request_id,
          person_id,
          date: effective_date,
        })),
        origin.now,
      )
      const mails = asked.map(({ membership_id, request_id }) => ({
        id: newId(),
        about_id: request_id,
        membership_id,
      }))
      await writeOptionalMails(db, 'approval_request', mails, { adminRoles, newId }, origin.now)
    },
  }),
  on('document.created', {
    does: 'notifies owners, admins and HR of what people have added themselves',
    async rows(db, all, { origin, newId }) {
      const added = all.filter(({ data }) => data.uploaded_by === 'self' && data.person_id !== null)
      if (added.length === 0) return
      const members = await membersWithRoles(db, hrRoles)
      await insertNotifications(
        db,
        added.flatMap(({ data }) =>
          members
            .filter(({ person_id }) => person_id !== data.person_id)
            .map(({ id }): NewNotification => ({
              ...plain,
              id: newId(),
              membership_id: id,
              kind: 'document_uploaded',
              about_id: data.document_id,
              person_id: data.person_id!,
              date: null,
            })),
        ),
        origin.now,
      )
    },
  }),
]
