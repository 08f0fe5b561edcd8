import { sql, type Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import type { JobTerms, Timeline } from '../../domain/employment.ts'
import { personSearchText, searchText } from '../../domain/search.ts'
import type { PersonDetails } from './people.ts'

export interface NewPerson {
  id: string
  given_name: string
  family_name: string
  preferred_name?: string | null
  employee_number?: string | null
  work_email: string
  work_phone?: string | null
}

/**
 * Stores a new person: the person, private details if there are any, and the first employment with its job row.
 *
 * @param details fields of the private tier; left out when there are none
 */
export async function insertHire(
  db: Db,
  person: NewPerson,
  timeline: Timeline<JobTerms>,
  now: Date,
  details?: Partial<PersonDetails>,
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
  const { address, emergency_contacts: contacts, ...plain } = details ?? {}
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
    details &&
      db.run(
        sql('person_details').insert({
          ...owned,
          ...plain,
          address: address && JSON.stringify(address),
          emergency_contacts: JSON.stringify(contacts ?? []),
        }),
      ),
    db.run(sql('employments').insert(employments)),
    db.run(sql('job_rows').insert(rows)),
  ])
}
