import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { insertRows } from './values.ts'

/** An event of the outbox. Its payload has fields of the public and job tiers only. It is kept for 30 days. */
export interface EventRow {
  id: string
  type: string
  at: Date
  effective_date: Day | null
  subject_id: string
  person_id: string | null
  /** JSON text. */
  payload: string
  /** The people in the payload; null when they were not collected. */
  mentions: string[] | null
}

const columns = {
  id: 'uuid',
  type: 'text',
  at: 'timestamptz',
  effective_date: 'date',
  subject_id: 'uuid',
  person_id: 'uuid',
  payload: 'jsonb',
  mentions: 'uuid[]',
} as const

/** Adds events to the outbox. They have no position yet. */
export const insertEvents = (db: Pick<Db, 'orgId' | 'query'>, rows: readonly EventRow[]): Promise<unknown> =>
  insertRows<EventRow>(db, 'events', columns, rows)

/** The number of events that get their position at once: so long do other readers of the organization wait. */
export const mostStamped = 500

/**
 * Gives the next positions of the organization to committed events that have none, in order of their id. Whoever comes
 * meanwhile waits until the transaction ends, so positions have no gaps, and who reads in their order misses no event:
 * ids are made before the commit, and an event with a lower id may come later.
 *
 * @returns whether there are more
 */
export async function stampEvents(db: Db, most = mostStamped): Promise<boolean> {
  if ((await findUnstamped(db, 1)).length === 0) return false
  const last = await lockLastPosition(db)
  const unstamped = await findUnstamped(db, most + 1)
  const ids = unstamped.slice(0, most)
  if (ids.length === 0) return false
  await Promise.all([
    db.query(
      `update events e
          set position = $3::bigint + n.number
         from unnest($2::uuid[]) with ordinality as n (id, number)
        where e.org_id = $1 and e.id = n.id`,
      [db.orgId, ids, last],
    ),
    db.query(`update event_positions set last_position = $2 where org_id = $1`, [
      db.orgId,
      last + ids.length,
    ]),
  ])
  return unstamped.length > most
}

/** Batches in which all events of an organization get their positions, when a reader wants to begin after them. */
const mostBatches = 200

/**
 * Gives positions to all events that are committed, or to very many of them.
 *
 * @returns the last position
 */
export async function stampAll(db: Db, batches = mostBatches): Promise<number> {
  return batches > 0 && (await stampEvents(db)) ? stampAll(db, batches - 1) : findLastPosition(db)
}

async function findUnstamped(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select e.id from events e where e.org_id = $1 and e.position is null order by e.id limit $2`,
    [db.orgId, limit],
  )
  return rows.map(({ id }) => id)
}

/** The position that was given last: 0 for none. One transaction has it at a time. */
async function lockLastPosition(db: Db): Promise<number> {
  const [, rows] = await Promise.all([
    db.query(`insert into event_positions (org_id, last_position) values ($1, 0) on conflict do nothing`, [
      db.orgId,
    ]),
    db.query<{ last_position: number }>(
      `select p.last_position from event_positions p where p.org_id = $1 for update`,
      [db.orgId],
    ),
  ])
  return rows[0]!.last_position
}

/** An event that has its position. */
export interface StampedEvent {
  /** 1 for the first event of the organization; they have no gaps. */
  position: number
  id: string
  type: string
  /** When it was recorded, ISO 8601. */
  at: string
  effective_date: Day | null
  subject_id: string
  person_id: string | null
  payload: object
}

/** Events after a position, and where to go on. */
export interface EventsAfter {
  events: StampedEvent[]
  /** Tells whether there are others after these. */
  more: boolean
  /** The position up to which everything was read. */
  position: number
  /** The oldest event that is kept and has its position, if there is one. */
  oldest: Pick<StampedEvent, 'position' | 'at'> | undefined
}

/**
 * The events after a position, in order: first it gives positions to those that have none. It writes, so it needs the
 * transaction of a write. When the first one is not at the next position, those between are older than 30 days, and gone.
 *
 * @param position of the last event that was read; 0 to begin with the oldest
 * @param types left out: all
 */
export async function readEventsAfter(
  db: Db,
  position: number,
  limit: number,
  types?: readonly string[],
): Promise<EventsAfter> {
  const unstamped = await stampEvents(db)
  // Sent together. An event that gets its position between them is read, or left for the next time.
  const [last, found, oldest] = await Promise.all([
    findLastPosition(db),
    db.query<StampedEvent>(
      `select e.position, e.id, e.type, e.at, e.effective_date, e.subject_id, e.person_id, e.payload
         from events e
        where e.org_id = $1 and e.position > $2
          and e.position <= (select p.last_position from event_positions p where p.org_id = $1)
          ${types ? 'and e.type = any($4::text[])' : ''}
        order by e.position
        limit $3`,
      [db.orgId, position, limit + 1, ...(types ? [types] : [])],
    ),
    findOldestEvent(db),
  ])
  const events = found.slice(0, limit)
  const isCut = found.length > limit
  const lastRead = events.at(-1)?.position ?? 0
  return {
    events,
    more: unstamped || isCut,
    position: isCut ? lastRead : Math.max(last, lastRead, position),
    oldest,
  }
}

/**
 * The last events, in order, and the position after them. Like `stampAll` it first gives positions.
 *
 * @param types left out: all
 */
export async function readNewestEvents(
  db: Db,
  limit: number,
  types?: readonly string[],
): Promise<Pick<EventsAfter, 'events' | 'position'>> {
  const position = await stampAll(db)
  const found = await db.query<StampedEvent>(
    `select e.position, e.id, e.type, e.at, e.effective_date, e.subject_id, e.person_id, e.payload
       from events e
      where e.org_id = $1 and e.position <= $2 and ($4::text[] is null or e.type = any($4))
      order by e.position desc
      limit $3`,
    [db.orgId, position, limit, types ?? null],
  )
  return { events: found.reverse(), position }
}

/** The position that was given last; 0 for none. */
export async function findLastPosition(db: Db): Promise<number> {
  const [row] = await db.query<{ last_position: number }>(
    `select p.last_position from event_positions p where p.org_id = $1`,
    [db.orgId],
  )
  return row?.last_position ?? 0
}

async function findOldestEvent(db: Db): Promise<EventsAfter['oldest']> {
  const [row] = await db.query<Pick<StampedEvent, 'position' | 'at'>>(
    `select e.position, e.at from events e where e.org_id = $1 and e.position is not null order by e.position limit 1`,
    [db.orgId],
  )
  return row
}

/**
 * Tells whether there is an event after a position, or one that has none yet.
 *
 * @param types left out: all
 */
export async function hasEventsAfter(db: Db, position: number, types?: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select 1 from events e
                     where e.org_id = $1 and e.position > $2 and ($3::text[] is null or e.type = any($3)))
         or exists (select 1 from events e
                     where e.org_id = $1 and e.position is null and ($3::text[] is null or e.type = any($3))) as found`,
    [db.orgId, position, types ?? null],
  )
  return row!.found
}

/**
 * The events whose payload names a person, whoever they are about. An index finds them, but not for the application's
 * role: row-level security keeps it from that. So a job or an operator asks. Of an event whose ids nobody collected, the
 * payload is read.
 */
export async function findEventsMentioning(db: Db, personId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select e.id from events e
      where e.org_id = $1 and e.mentions <> '{}' and e.mentions @> array[$2::uuid]
      union all
     select e.id from events e
      where e.org_id = $1 and e.mentions is null and strpos(e.payload::text, $2::uuid::text) > 0
      limit $3`,
    [db.orgId, personId, limit],
  )
  return rows.map(({ id }) => id)
}
