import type { SystemDb } from '../../db/system.ts'

export interface DueMail {
  org_id: string
  id: string
}

/**
 * Mails that are to be sent now, or whose sender is gone. Those of one moment come in any order: a midnight may write thousands, and
 * to sort them would read all for each mail that is sent.
 *
 * @param first those that wait longest, or those that have just come
 */
export async function findDueMails(
  db: SystemDb,
  first: 'oldest' | 'newest',
  limit: number,
  now: Date,
): Promise<DueMail[]> {
  const order = first === 'oldest' ? 'due_at' : 'due_at desc'
  const { rows } = await db.query<DueMail>(
    `select org_id, id from mails
      where status in ('pending', 'sending') and due_at <= $1
      order by ${order}
      limit $2`,
    [now, limit],
  )
  return rows
}

/** Organizations with notices that nobody was told of. */
export async function findOrganizationsWithNotices(db: SystemDb): Promise<{ org_id: string }[]> {
  const { rows } = await db.query<{ org_id: string }>(
    `select distinct org_id from notices where told_at is null`,
  )
  return rows
}
