import { listRemindersForExport } from '../../queries/org/checklist-export.ts'
import { part } from './part.ts'

const most = 10_000

/** Days of theirs of which members were reminded. */
export const reminders = part('', async ({ db }, { person: { id } }) => ({
  reminders: await listRemindersForExport(db, id, most),
}))
