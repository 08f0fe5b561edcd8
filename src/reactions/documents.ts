import { insertNotices } from '../queries/org/notices.ts'
import { on } from './reaction.ts'

/** HR hears of documents that people have added themselves. */
export const reactions = [
  on('document.created', {
    does: 'keeps a notice for owners, admins and HR of what people have added themselves, and has it told',
    rows: async (db, all, { origin, newId }) => {
      const added = all.flatMap(({ data }) =>
        data.uploaded_by === 'self' && data.person_id !== null ? [data.person_id] : [],
      )
      if (added.length === 0) return
      await insertNotices(
        db,
        added.map((person_id) => ({
          id: newId(),
          kind: 'document_uploaded' as const,
          person_id,
          recipient: 'administration' as const,
          about: ['document'],
          created_at: origin.now,
        })),
      )
    },
    jobs: (all) =>
      all.some(({ data }) => data.uploaded_by === 'self') ? [{ task: 'tell_notices', payload: {} }] : [],
  }),
  on('document.deleted', {
    does: 'removes the bytes',
    jobs: () => [{ task: 'remove_document_files', payload: {} }],
  }),
]
