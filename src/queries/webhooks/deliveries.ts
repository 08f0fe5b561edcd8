import type { Db } from '../../db/transaction.ts'
import type { Fault } from '../../domain/webhooks.ts'
import { insertRows } from '../values.ts'

export interface DeliveryRow {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  created_at: string
  attempt: number
  status: 'pending' | 'succeeded' | 'failed'
  response_status: number | null
  duration_ms: number | null
  fault: Fault | null
  next_attempt_at: string | null
}

const columns = `d.id, d.endpoint_id, d.event_id, d.event_type, d.created_at, d.attempt, d.status, d.response_status,
  d.duration_ms, d.fault, d.next_attempt_at`

export interface NewDelivery {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  created_at: Date
  next_attempt_at: Date
}

const inserted = {
  id: 'uuid',
  endpoint_id: 'uuid',
  event_id: 'uuid',
  event_type: 'text',
  created_at: 'timestamptz',
  next_attempt_at: 'timestamptz',
} as const

/** Adds deliveries that are to be tried. */
export const insertDeliveries = (
  db: Pick<Db, 'orgId' | 'query'>,
  rows: readonly NewDelivery[],
): Promise<unknown> => insertRows<NewDelivery>(db, 'webhook_deliveries', inserted, rows)

/** Deliveries of an endpoint, newest first. */
export function listDeliveries(
  db: Db,
  endpointId: string,
  { before, status, since }: { before?: string | undefined; status?: string | undefined; since: Date },
  limit: number,
): Promise<DeliveryRow[]> {
  return db.query(
    `select ${columns} from webhook_deliveries d
      where d.org_id = $1 and d.endpoint_id = $2 and d.created_at >= $3
        and ($4::uuid is null or d.id < $4)
        and ($5::text is null or d.status = $5)
      order by d.id desc
      limit $6`,
    [db.orgId, endpointId, since, before ?? null, status ?? null, limit],
  )
}

/** A delivery whose endpoint is not deleted. */
export async function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `select ${columns} from webhook_deliveries d
       join webhook_endpoints e on e.org_id = $1 and e.id = d.endpoint_id and e.deleted_at is null
      where d.org_id = $1 and d.id = $2`,
    [db.orgId, id],
  )
  return row
}

/** Tells whether an event is still kept. */
export async function eventExists(db: Db, id: string): Promise<boolean> {
  return (
    (await db.query(`select 1 from events e where e.org_id = $1 and e.id = $2`, [db.orgId, id])).length > 0
  )
}

/**
 * Events of some types whose newest delivery to an endpoint has failed, of the deliveries made since a time; the oldest first.
 *
 * @param limit more are not answered
 */
export function findFailedEvents(
  db: Db,
  endpointId: string,
  types: readonly string[],
  since: Date,
  limit: number,
): Promise<{ event_id: string; event_type: string }[]> {
  return db.query(
    `select n.event_id, n.event_type
       from (select distinct on (d.event_id) d.event_id, d.event_type, d.status
               from webhook_deliveries d
              where d.org_id = $1 and d.endpoint_id = $2 and d.created_at >= $3 and d.event_type = any($5::text[])
              order by d.event_id, d.id desc) n
       join events e on e.org_id = $1 and e.id = n.event_id
      where n.status = 'failed'
      order by n.event_id
      limit $4`,
    [db.orgId, endpointId, since, limit, types],
  )
}

/**
 * Fails what is still to be tried at a locked endpoint. What a worker has taken is its to end: it may be on its way.
 *
 * @param types left out: all
 */
export async function failPending(
  db: Db,
  endpointId: string,
  fault: Fault,
  types?: readonly string[],
): Promise<void> {
  await db.query(
    `update webhook_deliveries set status = 'failed', fault = $3, next_attempt_at = null
      where org_id = $1 and endpoint_id = $2 and status = 'pending' and lease is null
        and ($4::text[] is null or event_type = any($4))`,
    [db.orgId, endpointId, fault, types ?? null],
  )
}

/** A delivery that a worker has taken, with what it sends. */
export interface TakenDelivery {
  id: string
  event_id: string
  event_type: string
  /** Attempts before this one, and what the last of them was answered. */
  attempt: number
  response_status: number | null
  duration_ms: number | null
  /** When it happened; null, like `payload`, when the event is gone. */
  at: string | null
  payload: object | null
}

export interface Lease {
  /** A name that no other attempt has. */
  lease: string
  by: string
  until: Date
}

/**
 * Takes deliveries of an endpoint that are due, those first that wait longest. Nobody else takes them until the lease is
 * over; those that others have taken are left out, and what this lease has already. It counts as tried when it is settled: a worker that dies has tried nothing.
 */
export async function takeDue(
  db: Db,
  endpointId: string,
  limit: number,
  { lease, by, until }: Lease,
  now: Date,
): Promise<TakenDelivery[]> {
  const due = await db.query<{ id: string }>(
    `select d.id from webhook_deliveries d
      where d.org_id = $1 and d.endpoint_id = $2 and d.status = 'pending' and d.next_attempt_at <= $3
        and (d.lease is null or (d.leased_until <= $3 and d.lease <> $5))
      order by d.next_attempt_at, d.id
      limit $4
        for no key update skip locked`,
    [db.orgId, endpointId, now, limit, lease],
  )
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const [, taken] = await Promise.all([
    db.query(
      `update webhook_deliveries set lease = $3, leased_by = $4, leased_until = $5
        where org_id = $1 and id = any($2::uuid[])`,
      [db.orgId, ids, lease, by, until],
    ),
    db.query<TakenDelivery>(
      `select d.id, d.event_id, d.event_type, d.attempt, d.response_status, d.duration_ms, e.at, e.payload
         from webhook_deliveries d
         left join events e on e.org_id = $1 and e.id = d.event_id
        where d.org_id = $1 and d.id = any($2::uuid[])
        order by d.next_attempt_at, d.id`,
      [db.orgId, ids],
    ),
  ])
  return taken
}

/** Gives back some of what is taken by a lease. It is due at once. */
export async function giveBack(db: Db, lease: string, ids: readonly string[]): Promise<void> {
  await db.query(
    `update webhook_deliveries set lease = null, leased_by = null, leased_until = null
      where org_id = $1 and id = any($3::uuid[]) and lease = $2`,
    [db.orgId, lease, ids],
  )
}

/** Gives back all that is still taken by a lease of a worker. */
export async function giveAllBack(db: Db, { lease, by }: Omit<Lease, 'until'>): Promise<void> {
  await db.query(
    `update webhook_deliveries set lease = null, leased_by = null, leased_until = null
      where org_id = $1 and leased_by = $3 and lease = $2`,
    [db.orgId, lease, by],
  )
}

/** Of deliveries that were taken by a lease, those that still are. */
export async function findTaken(db: Db, lease: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string }>(
    `select d.id from webhook_deliveries d
      where d.org_id = $1 and d.id = any($2::uuid[]) and d.lease = $3`,
    [db.orgId, ids, lease],
  )
  return rows.map(({ id }) => id)
}

/** The end of an attempt at a delivery that was taken. */
export interface Settled {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  /** Attempts that count. */
  attempt: number
  response_status: number | null
  duration_ms: number | null
  fault: Fault | null
  next_attempt_at: Date | null
}

/** Stores what became of deliveries, if they are still taken by this lease. */
export async function settle(db: Db, lease: string, settled: readonly Settled[]): Promise<void> {
  await db.query(
    `update webhook_deliveries d
        set status = n.status, attempt = n.attempt, response_status = n.response_status, duration_ms = n.duration_ms,
            fault = n.fault, next_attempt_at = n.next_attempt_at, lease = null, leased_by = null, leased_until = null
       from unnest($3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::timestamptz[])
         as n (id, status, attempt, response_status, duration_ms, fault, next_attempt_at)
      where d.org_id = $1 and d.id = any($3::uuid[]) and d.id = n.id and d.lease = $2 and d.status = 'pending'`,
    [
      db.orgId,
      lease,
      settled.map(({ id }) => id),
      settled.map(({ status }) => status),
      settled.map(({ attempt }) => attempt),
      settled.map(({ response_status }) => response_status),
      settled.map(({ duration_ms }) => duration_ms),
      settled.map(({ fault }) => fault),
      settled.map(({ next_attempt_at }) => next_attempt_at),
    ],
  )
}
