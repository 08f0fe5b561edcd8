import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'

/** Counts the people who are employed on a day. The table does not allow two employments of a person at once. */
export async function countEmployed(db: Db, day: Day): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count
       from employments
      where org_id = $1 and start_date <= $2 and (last_day is null or last_day >= $2)`,
    [db.orgId, day],
  )
  return row!.count
}
