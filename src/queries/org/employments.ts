import { sql, type Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import type { Day } from '../../domain/day.ts'
import { noTimeline, type Timeline } from '../../domain/employment.ts'
import { personSearchText } from '../../domain/search.ts'
import { writeTimelines } from './timelines.ts'

export interface NewPerson {
  id: string
  given_name: string
  family_name: string
  preferred_name?: string | null
  employee_number?: string | null
  work_email: string
  work_phone?: string | null
}

/** Stores a new person: the person, and the first employment with its job row. */
export async function insertHire(
  db: Db,
  person: NewPerson,
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
        ...person,
        work_email_key: emailKey(person.work_email),
        search_text: personSearchText(person),
        created_at: now,
        updated_at: now,
      }),
    ),
    writeTimelines(db, [{ personId: person.id, before: noTimeline, after: timeline }], { ids, at: now }),
  ])
}
