import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { stays } from '../fragments.ts'
import type { PersonRow } from './people.ts'

/** How many managers the batches of an export know together. */
const mostKnown = 10_000

/**
 * Like `managerEmails`, for the batches of an export. Each manager is read only once.
 *
 * @returns answers the e-mails of the managers of a batch, and perhaps more
 */
export function emailsOfBatches(
  db: Db,
  asOf: Day,
): (people: readonly PersonRow[]) => Promise<ReadonlyMap<string, string>> {
  let asked = new Set<string>()
  let known = new Map<string, string>()
  return async (people) => {
    if (asked.size > mostKnown) {
      asked = new Set()
      known = new Map()
    }
    const [before, all] = [asked, known]
    const others = people.filter(({ manager_id: id }) => id !== null && !before.has(id))
    for (const [id, email] of await managerEmails(db, others, asOf)) all.set(id, email)
    for (const { manager_id: id } of others) before.add(id!)
    return all
  }
}

/** The work e-mails of the managers of these people, by the manager's id, as far as they have not left by the day. */
export async function managerEmails(
  db: Db,
  people: readonly PersonRow[],
  asOf: Day,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(people.flatMap(({ manager_id: id }) => id ?? []))
  if (ids.size === 0) return new Map()
  const rows = await db.query<{ id: string; work_email: string }>(
    `select p.id, p.work_email from people p
      where p.org_id = $1 and p.id = any($2::uuid[]) and p.erased_at is null and ${stays('p.id', '$3')}`,
    [db.orgId, [...ids], asOf],
  )
  return new Map(rows.map(({ id, work_email: email }) => [id, email]))
}
