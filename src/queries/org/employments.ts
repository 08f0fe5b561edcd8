import { sql, type Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import type { Day } from '../../domain/day.ts'
import { noTimeline, type Timeline } from '../../domain/employment.ts'
import { personValuesOf, type NewPersonValues } from '../../domain/person-fields.ts'
import { personSearchText } from '../../domain/search.ts'
import { writeTimelines } from './timelines.ts'

/** Stores a new person: the person, and the first employment with its job row. */
export async function insertHire(
  db: Db,
  person: NewPersonValues & { id: string },
  timeline: Timeline,
  { now, today }: { now: Date; today: Day },
): Promise<void> {
  // Whoever stores somebody who has begun tells it himself.
  const begun = timeline.employments.every(({ startDate }) => startDate <= today)
  const ids = new Set(begun ? [...timeline.employments, ...timeline.rows].map(({ id }) => id) : [])
  await Promise.all([
    db.run(
      sql('people').insert({
        org_id: db.orgId,
        id: person.id,
        ...personValuesOf(person),
        work_email_key: emailKey(person.work_email),
        search_text: personSearchText(person),
        created_at: now,
        updated_at: now,
      }),
    ),
    writeTimelines(db, [{ personId: person.id, before: noTimeline, after: timeline }], { ids, at: now }),
  ])
}

/** Notes when the record of a person last changed. */
export async function touchPerson(db: Db, personId: string, now: Date): Promise<void> {
  await db.query(`update people set updated_at = $3 where org_id = $1 and id = $2`, [db.orgId, personId, now])
}
