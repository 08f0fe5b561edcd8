import type pg from 'pg'
import { checkEvent } from './contract.ts'

export interface StoredEvent {
  org_id: string
  id: string
  type: string
  subject_id: string
  person_id: string | null
  effective_date: string | null
  payload: unknown
}

/** The events of these companies, oldest first. Without companies: those of all. */
export async function readEvents(db: pg.Pool, ...companies: { id: string }[]): Promise<StoredEvent[]> {
  const { rows: tables } = await db.query(`select 1 where to_regclass('public.events') is not null`)
  if (tables.length === 0) return []
  const { rows } = await db.query<StoredEvent>(
    `select org_id, id, type, subject_id, person_id, effective_date::text, payload
       from events where org_id = any ($1) or cardinality($1) = 0 order by id`,
    [companies.map(({ id }) => id)],
  )
  return rows
}

/** Checks all events of this database against the document, and notes their types as seen. */
export async function noteEvents(db: pg.Pool): Promise<void> {
  for (const { type, payload } of await readEvents(db)) checkEvent(type, payload)
}
