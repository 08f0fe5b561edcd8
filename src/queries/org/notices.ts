import type { Db } from '../../db/transaction.ts'
import { valuesOf } from '../values.ts'

/** What somebody is to be told. */
export interface NewNotice {
  id: string
  kind: 'payroll_changed'
  /** Whom it is about. */
  person_id: string
  /** Who is told: the person, or owners, admins and HR. */
  recipient: 'person' | 'administration'
  /** The names of what has changed, never the values. */
  about: string[]
  created_at: Date
}

const columns = ['id', 'kind', 'person_id', 'recipient', 'about', 'created_at'] as const

/** Keeps notices until they can be sent, in the transaction of what they tell. */
export async function insertNotices(db: Db, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { text, values } = valuesOf(columns, notices)
  await db.query(`insert into notices (org_id, ${columns.join(', ')}) values ${text}`, [db.orgId, ...values])
}
