import type { SystemDb } from '../../db/system.ts'

export interface Waiting {
  org_id: string
  endpoint_id: string
  /** Nothing else than failures came of its last deliveries. */
  failing: boolean
}

/**
 * Endpoints with deliveries that are due and nobody's, those first that wait longest since they were due or tried: of one
 * that was tried a moment ago, what is left of many may wait.
 *
 * @param busy endpoints that are left out
 * @param limits how many of those that fail are answered, and how many others
 * @param failingFrom failures in a row from which an endpoint fails
 */
export async function findWaitingEndpoints(
  db: SystemDb,
  {
    busy,
    limits,
    failingFrom,
  }: { busy: readonly string[]; limits: { healthy: number; failing: number }; failingFrom: number },
  now: Date,
): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>(
    `with waiting as (
       select d.org_id, d.endpoint_id, min(d.next_attempt_at) as since
         from webhook_deliveries d
        where d.status = 'pending' and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $1)
          and d.endpoint_id <> all($2::uuid[])
        group by d.org_id, d.endpoint_id
     ), ranked as (
       select w.org_id, w.endpoint_id, w.since, h.failing,
              row_number() over (partition by h.failing order by greatest(w.since, e.last_delivery_at)) as place
         from waiting w
         left join webhook_endpoints e on e.org_id = w.org_id and e.id = w.endpoint_id
        cross join lateral (select coalesce(e.consecutive_failures >= $3, false) as failing) h
     )
     select r.org_id, r.endpoint_id, r.failing
       from ranked r
      where r.place <= case when r.failing then $5::integer else $4::integer end
      order by r.place`,
    [now, busy, failingFrom, limits.healthy, limits.failing],
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
