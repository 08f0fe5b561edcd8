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
}

const columns = {
  id: 'uuid',
  type: 'text',
  at: 'timestamptz',
  effective_date: 'date',
  subject_id: 'uuid',
  person_id: 'uuid',
  payload: 'jsonb',
} as const

/** Adds events to the outbox. */
export const insertEvents = (db: Pick<Db, 'orgId' | 'query'>, rows: readonly EventRow[]): Promise<unknown> =>
  insertRows<EventRow>(db, 'events', columns, rows)
