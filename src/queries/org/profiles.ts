import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import type { PersonValues } from '../../domain/person-fields.ts'
import { personSearchText, type SearchablePerson } from '../../domain/search.ts'
import { employedSince } from '../fragments.ts'
import { getPerson, type PersonRow } from './people.ts'

/** A person as of a day. Others who want to change this person's details wait until the transaction ends. */
export async function lockProfile(db: Db, personId: string, day: Day): Promise<PersonRow | undefined> {
  const [, row] = await Promise.all([
    db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for no key update`, [
      db.orgId,
      personId,
    ]),
    getPerson(db, personId, day),
  ])
  return row
}

/** A person who has a work e-mail or an employee number. `left`: they have left by the day, and are not erased. */
export interface Taken {
  workEmailOf: { id: string; left: boolean } | undefined
  employeeNumberOf: { id: string } | undefined
}

/**
 * Finds who has this work e-mail or this employee number already. What is not given is not looked for.
 *
 * @param exceptId the person who is to have them; null for a new one
 */
export async function findTaken(
  db: Db,
  wanted: { work_email?: string | undefined; employee_number?: string | null | undefined },
  exceptId: string | null,
  day: Day,
): Promise<Taken> {
  const { work_email: email, employee_number: number } = wanted
  const [[workEmailOf], [employeeNumberOf]] = await Promise.all([
    email === undefined
      ? []
      : db.query<NonNullable<Taken['workEmailOf']>>(
          `select p.id, p.erased_at is null and ${employedSince('p.id', '$4')} is null as "left" from people p
            where p.org_id = $1 and p.work_email_key = $2 and p.id is distinct from $3`,
          [db.orgId, emailKey(email), exceptId, day],
        ),
    number === undefined || number === null
      ? []
      : db.query<{ id: string }>(
          `select p.id from people p
            where p.org_id = $1 and lower(p.employee_number collate "und-x-icu") = lower($2 collate "und-x-icu")
              and p.id is distinct from $3`,
          [db.orgId, number, exceptId],
        ),
  ])
  return { workEmailOf, employeeNumberOf }
}

/**
 * Changes the fields that are given, and what follows from them: the text of the search, and the key of the e-mail.
 *
 * @param person as stored before
 * @param changed may be empty, when only details elsewhere were changed
 */
export async function updateProfile(
  db: Db,
  person: SearchablePerson & { id: string },
  changed: Partial<PersonValues>,
  now: Date,
): Promise<void> {
  const after = { ...person, ...changed }
  const follows = { search_text: personSearchText(after), work_email_key: emailKey(after.work_email) }
  await db.run(
    sql('people')
      .where({ org_id: db.orgId, id: person.id })
      .update({ ...changed, ...follows, updated_at: now }),
  )
}
