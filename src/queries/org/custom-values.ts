import { sql, type Db } from '../../db/transaction.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import type { CustomChange, CustomValue, ValuesOfPerson } from '../../domain/custom-values.ts'

/**
 * The values of custom fields. They go in and come out as they are. This file is the only one that knows how they are
 * stored: a value of a private field is to be encrypted in `storeCustomValues`, and decrypted in `loadCustomValues` and
 * `countOptions`; a field that becomes private, or no longer is, needs its values rewritten.
 */

/** The values of several people, by the id of the person. People without any value are not in it. */
export type CustomValues = ReadonlyMap<string, ValuesOfPerson>

/** What is to be stored for one person. */
export interface ChangesOfPerson {
  personId: string
  changes: readonly CustomChange[]
}

/**
 * Stores values of any number of people with one statement; null clears. The fields must be locked by
 * `lockFieldsToSet`, so that they stay as they were when the values were checked.
 */
export async function storeCustomValues(
  db: Db,
  people: readonly ChangesOfPerson[],
  now: Date,
): Promise<void> {
  const rows = people.flatMap(({ personId, changes }) =>
    changes.map(({ field, value }) => ({
      org_id: db.orgId,
      person_id: personId,
      field_id: field.id,
      value: value === null ? null : JSON.stringify(value),
      updated_at: now,
    })),
  )
  if (rows.length === 0) return
  await db.run(
    sql('custom_values')
      .insert(rows)
      .onConflict(['org_id', 'person_id', 'field_id'])
      .merge(['value', 'updated_at']),
  )
}

/**
 * The values that people have in these fields, with one query; with none if no field can have a value. What is to be
 * shown is loaded only for fields whose tier the caller may see.
 */
export async function loadCustomValues(
  db: Db,
  fields: readonly CustomField[],
  people: readonly { id: string }[],
): Promise<CustomValues> {
  const ids = fields.filter(({ type }) => type !== 'file').map(({ id }) => id)
  if (ids.length === 0 || people.length === 0) return new Map()
  const rows = await db.query<{ person_id: string; values: Record<string, CustomValue> }>(
    `select v.person_id, json_object_agg(v.field_id, v.value) as values
       from custom_values v
      where v.org_id = $1 and v.person_id = any($2::uuid[]) and v.field_id = any($3::uuid[]) and v.value is not null
      group by v.person_id`,
    [db.orgId, people.map(({ id }) => id), ids],
  )
  return new Map(rows.map(({ person_id, values }) => [person_id, values]))
}

/** How many people have a value in a field. Those who have left count, too: their values are kept. */
export async function countPeopleWithValue(db: Db, fieldId: string): Promise<number> {
  const [row] = await db.query<{ people: number }>(
    `select count(*)::int as people
       from custom_values v where v.org_id = $1 and v.field_id = $2 and v.value is not null`,
    [db.orgId, fieldId],
  )
  return row!.people
}

/** How many people have each option of a select; options that nobody has are not in it. */
export async function countOptions(db: Db, fieldId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ option: string; people: number }>(
    `select v.value #>> '{}' as option, count(*)::int as people
       from custom_values v
      where v.org_id = $1 and v.field_id = $2 and v.value is not null
      group by v.value`,
    [db.orgId, fieldId],
  )
  return new Map(rows.map(({ option, people }) => [option, people]))
}
