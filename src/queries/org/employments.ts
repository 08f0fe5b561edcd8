import { sql, type Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import type { JobTerms, Timeline } from '../../domain/employment.ts'
import { personSearchText, searchText } from '../../domain/search.ts'

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
  timeline: Timeline<JobTerms>,
  now: Date,
): Promise<void> {
  const owned = { org_id: db.orgId, person_id: person.id }
  const employments = timeline.employments.map((one) => ({
    ...owned,
    id: one.id,
    start_date: one.startDate,
    last_day: one.lastDay,
  }))
  const rows = timeline.rows.map(({ id, employmentId, validFrom, validTo, ...terms }) => ({
    ...owned,
    id,
    employment_id: employmentId,
    valid_from: validFrom,
    valid_to: validTo,
    reason: 'hire',
    ...terms,
    search_text: searchText(terms.title),
  }))
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
    db.run(sql('employments').insert(employments)),
    db.run(sql('job_rows').insert(rows)),
  ])
}
