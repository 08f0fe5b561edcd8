import type { Db } from '../../db/transaction.ts'
import { detailFields, noDetails, type PersonDetails } from '../../domain/person-details.ts'
import type { PersonKey } from '../../secrets/personal.ts'
import { valuesOf } from '../values.ts'
import {
  joinKey,
  keyColumns,
  keysToSeal,
  loadKeys,
  openKey,
  type WithKey,
  type WrappedKeys,
} from './person-keys.ts'

/**
 * The private and payroll details of people, of one or of many with the same number of statements. They are encrypted in
 * the database, and only these functions read and write them.
 */

type Column = keyof PersonDetails

/** The details as they are stored, and the key of the person. */
export type SealedDetails = Sealed & WithKey & { person_id: string }

/** The details of a person, to be stored. */
export interface DetailsOf {
  personId: string
  details: PersonDetails
  /** The time, when payroll details are among those that changed. */
  payrollChangedAt?: Date | undefined
}

/**
 * The details of these people, by id. People without any are left out. Call it only after it is decided that the caller
 * may see them.
 *
 * @throws UnreadableDetails when the details of one of them cannot be read
 */
export async function loadDetails(db: Db, personIds: readonly string[]): Promise<Map<string, PersonDetails>> {
  const rows = await loadSealedDetails(db, personIds)
  return new Map(rows.map((row) => [row.person_id, openDetails(db, row)]))
}

/** Loads the sealed details that `loadDetails` opens, for lists that are so long that they are opened in slices. */
export function loadSealedDetails(db: Db, personIds: readonly string[]): Promise<SealedDetails[]> {
  return db.query(
    `select d.person_id, ${keyColumns}, ${detailFields.map((column) => `d.${column}`).join(', ')}
       from person_details d
       ${joinKey('d.person_id')}
      where d.org_id = $1 and d.person_id = any($2::uuid[])`,
    [db.orgId, personIds],
  )
}

/** @throws UnreadableDetails */
export function openDetails(db: Pick<Db, 'orgId' | 'vault'>, row: SealedDetails): PersonDetails {
  const sealed = detailFields.filter((column) => row[column] !== null)
  if (sealed.length === 0) return noDetails
  const key = openKey(db, row.person_id, row)
  const opened = Object.fromEntries(sealed.map((column) => [column, key.open(column, row[column])]))
  return { ...noDetails, ...opened }
}

/** Stores the details of new people, who have none yet. */
export function insertDetails(db: Db, people: readonly DetailsOf[]): Promise<void> {
  return write(db, people, new Map())
}

/** Stores the details of people, all of them, in place of those from before. Lock the people first. */
export async function saveDetails(db: Db, people: readonly DetailsOf[]): Promise<void> {
  if (people.length === 0) return
  const keys = await loadKeys(
    db,
    people.map(({ personId }) => personId),
  )
  await write(db, people, keys)
}

async function write(db: Db, people: readonly DetailsOf[], known: WrappedKeys): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ personId }) => personId)
  const keys = await keysToSeal(db, ids, known)
  const rows = people.map(({ personId, details, payrollChangedAt = null }) => ({
    person_id: personId,
    payroll_changed_at: payrollChangedAt,
    ...seal(keys.get(personId)!, details),
  }))
  await upsertDetails(db, rows)
}

type Sealed = Record<Column, Buffer | null>

function seal(key: PersonKey, details: PersonDetails): Sealed {
  const sealed = detailFields.map((column) => [column, key.seal(column, valueOf(details, column))])
  return Object.fromEntries(sealed) as Sealed
}

/** An empty list is stored like no value. */
function valueOf(details: PersonDetails, column: Column): unknown {
  const value = details[column]
  return Array.isArray(value) && value.length === 0 ? null : value
}

function upsertDetails(
  db: Db,
  rows: readonly (Sealed & { person_id: string; payroll_changed_at: Date | null })[],
): Promise<unknown> {
  const columns = ['person_id', 'payroll_changed_at', ...detailFields] as const
  const { text, values } = valuesOf(columns, rows)
  return db.query(
    `insert into person_details as d (org_id, ${columns.join(', ')}) values ${text}
     on conflict (org_id, person_id) do update
       set payroll_changed_at = coalesce(excluded.payroll_changed_at, d.payroll_changed_at),
           ${detailFields.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [db.orgId, ...values],
  )
}
