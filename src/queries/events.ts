import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { valuesOf } from './values.ts'

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

const columns = ['id', 'type', 'at', 'effective_date', 'subject_id', 'person_id', 'payload'] as const

/** Adds events to the outbox. */
export function insertEvents(db: Pick<Db, 'orgId' | 'query'>, rows: readonly EventRow[]): Promise<unknown> {
  const { text, values } = valuesOf(columns, rows)
  return db.query(`insert into events (org_id, ${columns.join(', ')}) values ${text}`, [db.orgId, ...values])
}
