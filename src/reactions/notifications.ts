import { hrRoles } from '../access/roles.ts'
import {
  insertNotifications,
  membersWithRoles,
  type NewNotification,
} from '../queries/platform/notifications.ts'
import { on } from './reaction.ts'

const plain = { reminder: null, years: null, batch_id: null } as const

/** Members hear of requests that they can decide, and HR of documents that people have added themselves. */
export const reactions = [
  on('request.waits', {
    does: 'notifies those who can decide it, and has them mailed',
    rows: (db, all, { origin, newId }) =>
      insertNotifications(
        db,
        all.flatMap(({ data: { members, request_id, person_id, effective_date } }) =>
          members.map((membership_id): NewNotification => ({
            ...plain,
            id: newId(),
            membership_id,
            kind: 'approval_request',
            about_id: request_id,
            person_id,
            date: effective_date,
          })),
        ),
        origin.now,
      ),
    jobs: () => [{ task: 'mail_requests', payload: {} }],
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
