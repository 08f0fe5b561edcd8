import type { SystemDb } from '../../db/system.ts'

/** People whom the ledger names as erased, and who are not. */
export async function listForgotten(
  db: SystemDb,
): Promise<{ org_id: string; person_id: string; erased_at: string }[]> {
  const { rows } = await db.query<{ org_id: string; person_id: string; erased_at: string }>(
    `select e.org_id, e.person_id, e.erased_at
       from erasures e
       join people p on p.org_id = e.org_id and p.id = e.person_id
      where p.erased_at is null
      order by e.org_id, e.person_id`,
  )
  return rows
}

/** People who were erased since then. */
export async function listErasedSince(
  db: SystemDb,
  since: Date,
): Promise<{ org_id: string; person_id: string; erased_at: string }[]> {
  const { rows } = await db.query<{ org_id: string; person_id: string; erased_at: string }>(
    `select e.org_id, e.person_id, e.erased_at from erasures e where e.erased_at >= $1 order by e.org_id, e.person_id`,
    [since],
  )
  return rows
}
