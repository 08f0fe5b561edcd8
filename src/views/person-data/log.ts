import { logReader, maySeeValues } from '../../access/activity.ts'
import { presentActivity } from '../../presenters/platform/activity.ts'
import {
  listActivity,
  listActivityIds,
  loadPersonNames,
  personsIn,
  type ActivityRow,
} from '../../queries/platform/activity.ts'
import { listSentAbout } from '../../queries/org/person-export.ts'
import { part, readInPages } from './part.ts'

const mostLines = 5000
const mostSent = 10_000
const sentMs = 30 * 24 * 3_600_000

/** Lines about them and of what they did: the newest that the reader may read. */
export const activity = part(
  'activity.subject_name activity.changes',
  async ({ db, caller, audience, language }, { person: { id }, logins }) => {
    const reader = logReader(caller)
    const members = logins.map(({ membership_id: membershipId }) => ({ membershipId }))
    const found = await Promise.all(
      [{ personId: id }, ...members].map((filter) => listActivityIds(db, filter, reader, mostLines + 1)),
    )
    // Ids rise with time.
    const all = [...new Set(found.flat())].toSorted((a, b) => (a < b ? 1 : -1))
    const lines = readInPages(all.slice(0, mostLines), async (ids) => {
      const rows = await listActivity(db, { ids }, reader, ids.length)
      const names = await loadPersonNames(
        db,
        rows.flatMap(({ changes }) => personsIn(changes)),
      )
      const present = (row: ActivityRow) =>
        presentActivity(row, names, maySeeValues(caller, audience, row), language)
      return { rows, present }
    })
    return { activity: lines, activity_truncated: all.length > mostLines }
  },
)

/** An event itself says no more than the other parts. */
export const webhookDeliveries = part('', async ({ db, now }, { person: { id } }) => {
  const sent = await listSentAbout(db, id, new Date(now.getTime() - sentMs), mostSent)
  return {
    webhook_deliveries: sent.map(({ event_type, url, created_at, status }) => ({
      event_type,
      endpoint_host: new URL(url).host,
      created_at,
      status,
    })),
  }
})
