import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import type { PayRow, PayTerms } from '../../domain/pay.ts'
import { openTerms, sealTerms } from './pay-terms.ts'
import { joinKey, keyColumns, keyToSeal, openKey, type WithKey } from './person-keys.ts'
import { lockPerson, type LockedPerson } from './timelines.ts'

/** The part that somebody may see of a person's pay, from the database. */
export interface PayRecord {
  rows: PayRow[]
  payrollChangedAt: string | null
}

/** A person whose pay somebody is about to change, with the role of their login, which stays as it is. */
export interface LockedPaid {
  person: LockedPerson
  /** Whoever changes it, as they are now; without a role when they are disabled. */
  changer: { personId: string | null; role: Role | null }
}

/** A row as it is stored: the terms are sealed. */
interface SealedRow extends WithKey, Omit<PayRow, keyof PayTerms> {
  person_id: string
  sealed: Buffer
}

const sealedRows = `
  select r.id, r.person_id, r.applies_from as valid_from, r.sealed, r.created_at, ${keyColumns}
    from pay_rows r ${joinKey('r.person_id')}`

/**
 * The person whose pay is about to change, and the roles that decide who may. All of it stays as it is until the
 * transaction ends, so changes of one person's pay come one after the other.
 *
 * @param changerId the membership of whoever makes the change
 */
export async function lockPaid(db: Db, personId: string, changerId: string): Promise<LockedPaid | undefined> {
  const person = await lockPerson(db, personId)
  if (!person) return undefined
  const members = await db.query<{ id: string; person_id: string | null; role: Role; status: string }>(
    `select m.id, m.person_id, m.role, m.status from memberships m
      where m.org_id = $1 and (m.person_id = $2 or m.id = $3)
      order by m.id
        for share`,
    [db.orgId, personId, changerId],
  )
  const login = members.find((member) => member.person_id === personId)
  const changer = members.find((member) => member.id === changerId)
  return {
    person: { ...person, role: login?.role ?? null },
    changer: {
      personId: changer?.person_id ?? null,
      role: changer?.status === 'active' ? changer.role : null,
    },
  }
}

/** The pay rows of a person, without those that were removed. */
export async function loadPayRows(db: Db, personId: string): Promise<PayRow[]> {
  const rows = await db.query<SealedRow>(
    `${sealedRows}
      where r.org_id = $1 and r.person_id = $2 and r.removed_at is null
      order by r.applies_from desc`,
    [db.orgId, personId],
  )
  return openRows(db, rows)
}

/** Opens the rows of one person. */
function openRows(db: Db, rows: readonly SealedRow[]): PayRow[] {
  const [first] = rows
  if (!first) return []
  const key = openKey(db, first.person_id, first)
  return rows.map(({ id, valid_from, created_at, sealed }) => ({
    ...{ id, valid_from, created_at },
    ...openTerms(key, id, sealed),
  }))
}

/** The rows and all that is shown beside them. */
export async function loadPay(db: Db, personId: string): Promise<PayRecord> {
  const [rows, payrollChangedAt] = await Promise.all([
    loadPayRows(db, personId),
    getPayrollChangedAt(db, personId),
  ])
  return { rows, payrollChangedAt }
}

/** When the tax id, social security number or IBAN of a person changed last; null for never. */
async function getPayrollChangedAt(db: Db, personId: string): Promise<string | null> {
  const [row] = await db.query<{ at: string | null }>(
    `select d.payroll_changed_at as at from person_details d where d.org_id = $1 and d.person_id = $2`,
    [db.orgId, personId],
  )
  return row?.at ?? null
}

/** The id of the person whose row this is. Removed rows are found, too, as long as they are kept. */
export async function findPersonOfPay(db: Db, payId: string): Promise<string | undefined> {
  const [row] = await db.query<{ person_id: string }>(
    `select r.person_id from pay_rows r where r.org_id = $1 and r.id = $2`,
    [db.orgId, payId],
  )
  return row?.person_id
}

/** Rows of one person by their ids. Removed ones are found, too, as long as they are kept. */
export async function findPayRows(db: Db, ids: readonly string[]): Promise<PayRow[]> {
  const rows = await db.query<SealedRow>(`${sealedRows} where r.org_id = $1 and r.id = any($2::uuid[])`, [
    db.orgId,
    ids,
  ])
  return openRows(db, rows)
}

/** A row to be stored. */
export interface NewPayRow extends PayTerms {
  id: string
  from: Day
  createdAt: Date
}

/** Adds a row. The person must be locked. */
export async function insertPayRow(
  db: Db,
  { personId, key: known }: Pick<LockedPerson, 'personId' | 'key'>,
  { id, from, createdAt, amount, currency, period, note }: NewPayRow,
): Promise<void> {
  const key = await keyToSeal(db, personId, known)
  const sealed = sealTerms(key, id, { amount, currency, period, note })
  await db.query(
    `insert into pay_rows (org_id, id, person_id, applies_from, sealed, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [db.orgId, id, personId, from, sealed, createdAt],
  )
}

/** Takes a row out of the history. The person must be locked. */
export async function removePayRow(db: Db, payId: string, now: Date): Promise<void> {
  await db.query(
    `update pay_rows r set removed_at = $3 where r.org_id = $1 and r.id = $2 and r.removed_at is null`,
    [db.orgId, payId, now],
  )
}
