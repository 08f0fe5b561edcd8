import { listNotificationsForExport } from '../../queries/org/checklist-export.ts'
import { part } from './part.ts'

const most = 10_000

/** Notifications of their login: kinds and times. What they tell of is in other parts. */
export const notifications = part('', async ({ db }, { person: { id } }) => ({
  notifications: await listNotificationsForExport(db, id, most),
}))
