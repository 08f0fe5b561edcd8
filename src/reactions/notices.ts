import { insertNotices } from '../queries/org/notices.ts'
import { on } from './reaction.ts'

/** Both sides hear of payroll details that were changed, whoever did it: somebody else may have acted as one of them. */
const recipients = ['person', 'administration'] as const

export const reactions = [
  on('payroll.changed', {
    does: 'keeps a notice for the person and one for owners, admins and HR, and has them told',
    rows: (db, all, { origin, newId }) =>
      insertNotices(
        db,
        all.flatMap(({ data }) =>
          recipients.map((recipient) => ({
            id: newId(),
            kind: 'payroll_changed' as const,
            person_id: data.person_id,
            recipient,
            about: data.fields,
            created_at: origin.now,
          })),
        ),
      ),
    jobs: () => [{ task: 'tell_notices', payload: {} }],
  }),
]
