import { sql, type Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { ContractType, EmploymentType } from '../domain/employment.ts'

/** Somebody new, with the first employment and its first job row, which starts on the same day. */
export interface NewHire {
  person: {
    id: string
    given_name: string
    family_name: string
    work_email: string
  }
  employment: { id: string; start_date: Day }
  job: {
    id: string
    title: string
    unit_id: string | null
    location_id: string | null
    legal_entity_id: string | null
    manager_id: string | null
    /** Full time when left out. */
    employment_type?: EmploymentType
    /** 1 when left out. */
    fte?: number
    /** Permanent when left out. */
    contract_type?: ContractType
  }
}

const usual = { employment_type: 'full_time', fte: 1, contract_type: 'permanent', reason: 'hire' }

/**
 * Writes a hire. Whether its manager, unit and places may be used is the caller's to check.
 *
 * @throws what `onDuplicate` knows as `people_work_email` when somebody has the e-mail already
 */
export async function insertHire(db: Db, { person, employment, job }: NewHire): Promise<void> {
  const org_id = db.orgId
  await Promise.all([
    db.run(sql('people').insert({ org_id, ...person })),
    db.run(sql('employments').insert({ org_id, person_id: person.id, ...employment })),
    db.run(
      sql('job_rows').insert({
        org_id,
        person_id: person.id,
        employment_id: employment.id,
        valid_from: employment.start_date,
        ...usual,
        ...job,
      }),
    ),
  ])
}
