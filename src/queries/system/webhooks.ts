import type { SystemDb } from '../../db/system.ts'

export interface Waiting {
  org_id: string
  endpoint_id: string
}

/**
 * Endpoints with deliveries that are due and nobody's, those first that wait longest.
 *
 * @param busy endpoints that are left out
 */
export async function findWaitingEndpoints(
  db: SystemDb,
  { busy, limit }: { busy: readonly string[]; limit: number },
  now: Date,
): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>(
    `select d.org_id, d.endpoint_id
       from webhook_deliveries d
      where d.status = 'pending' and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $1)
        and d.endpoint_id <> all($3::uuid[])
      group by d.org_id, d.endpoint_id
      order by min(d.next_attempt_at)
      limit $2`,
    [now, limit, busy],
  )
  return rows
}

/** Workers that have taken something. */
export async function findTaking(db: SystemDb): Promise<string[]> {
  const { rows } = await db.query<{ leased_by: string }>(
    `select d.leased_by from webhook_deliveries d where d.leased_by is not null group by d.leased_by`,
  )
  return rows.map(({ leased_by }) => leased_by)
}

/** Gives back what workers had taken that are dead now. They are due at once. */
export async function releaseLeases(db: SystemDb, workers: readonly string[]): Promise<void> {
  await db.query(
    `update webhook_deliveries set lease = null, leased_by = null, leased_until = null where leased_by = any($1)`,
    [workers],
  )
}
