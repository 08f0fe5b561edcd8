import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { conflict, notFound } from '../../errors.ts'

/**
 * The person, who must be able to lead a unit: works here today or starts later (spec 4.6).
 *
 * @param path the input's field, for the error
 * @throws ApiError not_found, or conflict for somebody who left
 */
export async function requireLead(db: Db, today: Day, personId: string, path: string): Promise<void> {
  const [person] = await db.query<{ stays: boolean }>(
    `select exists (select 1 from employments e
                     where e.org_id = $1 and e.person_id = p.id and (e.last_day is null or e.last_day >= $3)) as stays
       from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
    [db.orgId, personId, today],
  )
  if (!person) throw notFound(path, 'person')
  if (!person.stays) throw conflict('This person has left. A team lead works here today or starts later.')
}
