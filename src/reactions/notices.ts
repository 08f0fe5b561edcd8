import { insertNotices } from '../queries/org/notices.ts'
import { on } from './reaction.ts'

/** The other side hears of payroll details that were changed: those who have not done it. */
export const reactions = [
  on('payroll.changed', {
    does: 'keeps a notice for the person, or for owners, admins and HR, and has it told',
    rows: (db, all, { origin, newId }) =>
      insertNotices(
        db,
        all.flatMap(({ data }) =>
          data.tell.map((recipient) => ({
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
