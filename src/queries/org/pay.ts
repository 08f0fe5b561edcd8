import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import type { PayRow, PayTerms, Stay } from '../../domain/pay.ts'
import { personName } from '../fragments.ts'

/** What somebody may see of a person's pay, from the database. */
export interface PayRecord {
  rows: PayRow[]
  payrollChangedAt: string | null
}

/** A person whose pay somebody is about to change. */
export interface LockedPaid {
  id: string
  /** The role of the login that belongs to the person, also while it is disabled; null for none. */
  role: Role | null
  /** Whoever changes it, as they are now; without a role when they are disabled. */
  changer: { personId: string | null; role: Role | null }
}

export interface PaidPerson {
  id: string
  name: string
  erased: boolean
}

/** Who is paid, and from when to when they work here. */
export interface PaidStay extends Stay {
  person: PaidPerson
}

const person = `p.id, ${personName('p')} as name, p.erased_at is not null as erased`
const columns = `r.id, r.applies_from as valid_from, r.amount, r.currency, r.period, r.note, r.created_at`

/**
 * The person whose pay is about to change, and the roles that decide who may. All of it stays as it is until the
 * transaction ends, so changes of one person's pay come one after the other.
 *
 * @param changerId the membership of whoever makes the change
 */
export async function lockPaid(db: Db, personId: string, changerId: string): Promise<LockedPaid | undefined> {
  const [people, members] = await Promise.all([
    db.query<{ id: string }>(
      `select p.id from people p where p.org_id = $1 and p.id = $2 for no key update`,
      [db.orgId, personId],
    ),
    db.query<{ id: string; person_id: string | null; role: Role; status: string }>(
      `select m.id, m.person_id, m.role, m.status from memberships m
        where m.org_id = $1 and (m.person_id = $2 or m.id = $3)
        order by m.id
          for share`,
      [db.orgId, personId, changerId],
    ),
  ])
  if (people.length === 0) return undefined
  const login = members.find((member) => member.person_id === personId)
  const changer = members.find((member) => member.id === changerId)
  return {
    id: personId,
    role: login?.role ?? null,
    changer: {
      personId: changer?.person_id ?? null,
      role: changer?.status === 'active' ? changer.role : null,
    },
  }
}

/** From when to when a person works here. Call it only for a person who exists. */
export async function getPaidStay(db: Db, personId: string): Promise<PaidStay> {
  const [row] = await db.query<PaidPerson & { first_day: Day; last_day: Day | null }>(
    `select ${person}, e.first_day, e.last_day
       from people p
       cross join lateral (
         select min(s.start_date) as first_day,
                case when bool_or(s.last_day is null) then null else max(s.last_day) end as last_day
           from employments s where s.org_id = $1 and s.person_id = $2) e
      where p.org_id = $1 and p.id = $2`,
    [db.orgId, personId],
  )
  const { first_day: firstDay, last_day: lastDay, ...paid } = row!
  return { person: paid, firstDay, lastDay }
}

/** The pay rows of a person, without those that were removed. */
export function loadPayRows(db: Db, personId: string): Promise<PayRow[]> {
  return db.query<PayRow>(
    `select ${columns} from pay_rows r
      where r.org_id = $1 and r.person_id = $2 and r.removed_at is null
      order by r.applies_from desc`,
    [db.orgId, personId],
  )
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

/** The person whose row this is. Removed rows are found, too, as long as they are kept. */
export async function findPaidOfRow(db: Db, payId: string): Promise<PaidPerson | undefined> {
  const [row] = await db.query<PaidPerson>(
    `select ${person}
       from pay_rows r join people p on p.org_id = $1 and p.id = r.person_id
      where r.org_id = $1 and r.id = $2`,
    [db.orgId, payId],
  )
  return row
}

/** Rows by their ids. Removed ones are found, too, as long as they are kept. */
export function findPayRows(db: Db, ids: readonly string[]): Promise<PayRow[]> {
  return db.query<PayRow>(
    `select ${columns} from pay_rows r where r.org_id = $1 and r.id = any($2::uuid[])`,
    [db.orgId, ids],
  )
}

/** Adds a row. The person must be locked. */
export async function insertPayRow(
  db: Db,
  row: PayTerms & { id: string; personId: string; from: Day; createdAt: Date },
): Promise<void> {
  await db.query(
    `insert into pay_rows (org_id, id, person_id, applies_from, amount, currency, period, note, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [db.orgId, row.id, row.personId, row.from, row.amount, row.currency, row.period, row.note, row.createdAt],
  )
}

/** Takes a row out of the history. The person must be locked. */
export async function removePayRow(db: Db, payId: string, now: Date): Promise<void> {
  await db.query(
    `update pay_rows r set removed_at = $3 where r.org_id = $1 and r.id = $2 and r.removed_at is null`,
    [db.orgId, payId, now],
  )
}
