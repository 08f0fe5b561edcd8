import { detailFields } from '../domain/person-details.ts'
import type { SystemDb } from '../db/system.ts'

/**
 * Removes encrypted details of people whose key is not there: it was destroyed after the backup, or the keys were not
 * restored. Nobody can ever read them, and a server would answer every question for them with an error. Keys of people
 * who came after the backup go, too.
 *
 * @returns how many people had such details
 */
export async function removeUnreadable(db: SystemDb): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    `with details as (
       delete from person_details d
        where num_nonnulls(${detailFields.map((column) => `d.${column}`).join(', ')}) > 0
          and not exists (select from person_keys k where k.org_id = d.org_id and k.person_id = d.person_id)
       returning d.org_id, d.person_id
     ), custom as (
       delete from custom_values v
        where v.sealed is not null
          and not exists (select from person_keys k where k.org_id = v.org_id and k.person_id = v.person_id)
       returning v.org_id, v.person_id
     )
     select count(*)::int as people from (select * from details union select * from custom) keyless`,
  )
  await db.query(
    `delete from person_keys k where not exists (select from people p where p.org_id = k.org_id and p.id = k.person_id)`,
  )
  return rows[0]!.people
}
