import type { Db } from '../db/transaction.ts'

/** An event that names a person. */
export interface NamingEvent {
  id: string
  type: string
  payload: object
}

/**
 * The events whose payload names a person, whoever they are about, in order of their ids.
 *
 * @param after the id after which to go on; null to begin
 */
export const findEventsNaming = (
  db: Db,
  personId: string,
  after: string | null,
  limit: number,
): Promise<NamingEvent[]> =>
  db.query(`select n.id, n.type, n.payload from events_naming($1, $2, $3, $4) n`, [
    db.orgId,
    personId,
    after,
    limit,
  ])

/** Replaces the payloads of events that name a person. */
export async function replacePayloads(
  db: Db,
  personId: string,
  events: readonly { id: string; payload: object }[],
): Promise<void> {
  await db.query(`select scrub_events($1, $2, $3)`, [db.orgId, personId, JSON.stringify(events)])
}

/** Notes that payloads have changed, for workers that have read them before. */
export async function noteScrub(db: Db): Promise<void> {
  await db.query(
    `insert into event_positions (org_id, last_position, scrubs) values ($1, 0, 1)
         on conflict (org_id) do update set scrubs = event_positions.scrubs + 1`,
    [db.orgId],
  )
}

/** The number of times that payloads have changed. */
export async function countScrubs(db: Db): Promise<number> {
  const [row] = await db.query<{ scrubs: number }>(
    `select p.scrubs from event_positions p where p.org_id = $1`,
    [db.orgId],
  )
  return row?.scrubs ?? 0
}
