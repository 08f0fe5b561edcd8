import { sql, type Db } from '../../db/transaction.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import {
  longestText,
  type CustomChange,
  type CustomValue,
  type ValuesOfPerson,
} from '../../domain/custom-values.ts'
import type { PersonKey } from '../../secrets/personal.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import { manyRows } from '../values.ts'
import { joinKey, keysToSeal, loadKeys, openKey, type WithKey, type WrappedKeys } from './person-keys.ts'

/**
 * The values of custom fields. They go in and come out as they are. Only this file and rewrite-custom-values.ts know how they
 * are stored: values of private fields are sealed with the key of their person, others are plain. While a field changes from
 * one to the other, some of its values have the form from before. So whoever reads takes values in both forms.
 */

/** The values of several people, by the id of the person. People without any value are not in it. */
export type CustomValues = ReadonlyMap<string, ValuesOfPerson>

/** Changes to store for one person. */
export interface ChangesOfPerson {
  personId: string
  changes: readonly CustomChange[]
}

/** To what a sealed value is bound, besides its person: it cannot be read as the value of another field. */
export const placeOf = (fieldId: string): string => `custom.${fieldId}`

/** The condition that there is a value, of the row `v`. */
const hasValue = '(v.value is not null or v.sealed is not null)'

/**
 * Stores values of any number of people with one statement, and with two more for the keys if there are private ones;
 * null clears. The fields must be locked by `lockFieldsToSet`, so that they stay as they were when the values were
 * checked.
 */
export async function storeCustomValues(
  db: Db,
  people: readonly ChangesOfPerson[],
  now: Date,
): Promise<void> {
  const isSealed = ({ field, value }: CustomChange) => field.tier === 'private' && value !== null
  const secretive = people.flatMap(({ personId, changes }) => (changes.some(isSealed) ? [personId] : []))
  const keys =
    secretive.length === 0 ? undefined : await keysToSeal(db, secretive, await loadKeys(db, secretive))
  const rowOf = (personId: string, change: CustomChange) => ({
    person_id: personId,
    field_id: change.field.id,
    ...(isSealed(change)
      ? { sealed: keys!.get(personId)!.seal(placeOf(change.field.id), change.value)!.toString('base64') }
      : { value: change.value }),
  })
  const rows = await runCooperatively(
    oneByOne(people, ({ personId, changes }) => changes.map((change) => rowOf(personId, change))),
  )
  if (rows.length === 0) return
  await db.query(
    `insert into custom_values (org_id, person_id, field_id, value, sealed, updated_at)
     select o.org_id, n.person_id, n.field_id, nullif(n.value, 'null'), decode(n.sealed, 'base64'), $3
       ${manyRows('person_id uuid, field_id uuid, value jsonb, sealed text')}
     on conflict (org_id, person_id, field_id)
        do update set value = excluded.value, sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [db.orgId, JSON.stringify(rows), now],
  )
}

interface ValuesRow {
  person_id: string
  /** The key of the person, if private fields were asked for and there is one. */
  key_id?: string | null
  wrapped_key?: Buffer | null
  plain: Record<string, CustomValue> | null
  /** In base64. */
  sealed: Record<string, string> | null
}

/** People of a list, with the values of all of them. */
export interface PartOfList<Person> {
  people: readonly Person[]
  values: CustomValues
}

/** The values of a part of a list have this many bytes, and at most those of one person more. */
const partBytes = 4 * 1024 * 1024
/** The longest value of a field, with what stands around it. A character has up to 4 bytes; the longest of others is an option. */
const longestBytes = ({ type }: CustomField): number => (type === 'text' ? 4 * longestText : 320) + 64

/**
 * The number of people in the first request. PostgreSQL builds all requested values before it holds back what is too
 * much: it never makes more than three parts, however long they are.
 */
const firstPart = (fields: readonly CustomField[]): number =>
  Math.ceil((3 * partBytes) / fields.reduce((sum, field) => sum + longestBytes(field), 1))

/**
 * The values of the people of a list, as of `loadCustomValues`, in parts: a few hundred people can have values of many
 * megabytes, which must not all be in memory. A page of 50 people is usually one part, and so is a batch of 250.
 *
 * @returns what reads them, for some people of the list after the other
 */
export function customValuesInParts(
  db: Db,
  fields: readonly CustomField[],
): <Person extends { id: string }>(people: readonly Person[]) => AsyncGenerator<PartOfList<Person>> {
  let most = firstPart(fields)
  return async function* (people) {
    for (let from = 0; from < people.length;) {
      const some = people.slice(from, from + most)
      // eslint-disable-next-line no-await-in-loop
      const { values, upTo } = await readValues(db, fields, some, partBytes)
      yield { people: some.slice(0, upTo), values }
      from += upTo
      most = upTo < some.length ? upTo : Math.max(most, 4 * some.length)
    }
  }
}

/**
 * The values that people have in these fields, with one query; with none if no field can have a value. If some are
 * private, the keys of the people come with it. What is to be shown is loaded only for fields whose tier the caller
 * may see.
 *
 * @throws UnreadableDetails when a value of one of them cannot be read
 */
export async function loadCustomValues(
  db: Db,
  fields: readonly CustomField[],
  people: readonly { id: string }[],
): Promise<CustomValues> {
  return (await readValues(db, fields, people, null)).values
}

/**
 * @param mostBytes people after those whose values have this many bytes are left out; null leaves nobody out
 * @returns also how many of the people are not left out
 */
async function readValues(
  db: Db,
  fields: readonly CustomField[],
  people: readonly { id: string }[],
  mostBytes: number | null,
): Promise<{ values: CustomValues; upTo: number }> {
  const some = fields.filter(({ type }) => type !== 'file')
  if (some.length === 0 || people.length === 0) return { values: new Map(), upTo: people.length }
  const personIds = people.map(({ id }) => id)
  const withKeys = some.some(({ tier }) => tier === 'private')
  const rows = await db.query<ValuesRow & { place: number; holders?: number }>(
    (mostBytes === null ? valuesText : valuesTextUpTo)(withKeys),
    [db.orgId, personIds, some.map(({ id }) => id), ...(mostBytes === null ? [] : [mostBytes])],
  )
  // Sealed values of a field that is not private any more have a key, too.
  const secretive = withKeys
    ? []
    : rows.flatMap(({ person_id, sealed }) => (sealed === null ? [] : [person_id]))
  const keys = new Map(secretive.length === 0 ? [] : await loadKeys(db, secretive))
  for (const { person_id, key_id, wrapped_key } of rows)
    if (key_id && wrapped_key) keys.set(person_id, { key_id, wrapped_key })
  const values = new Map(
    await runCooperatively(oneByOne(rows, (row) => [[row.person_id, openValues(db, keys, row)] as const])),
  )
  const last = rows.at(-1)
  return {
    values,
    upTo: last?.holders !== undefined && rows.length < last.holders ? last.place : people.length,
  }
}

/** The values of each person who has some, by the person's place among those that are asked for. */
const valuesText = (withKeys: boolean) => `
  select p.place::int, p.id as person_id,${withKeys ? ' k.key_id, k.wrapped_key,' : ''}
         json_object_agg(v.field_id, v.value) filter (where v.sealed is null) as plain,
         json_object_agg(v.field_id, encode(v.sealed, 'base64')) filter (where v.sealed is not null) as sealed
    from unnest($2::uuid[]) with ordinality as p (id, place)
    join custom_values v on v.org_id = $1 and v.person_id = p.id and v.field_id = any($3::uuid[]) and ${hasValue}
    ${withKeys ? joinKey('p.id') : ''}
   group by p.place, p.id${withKeys ? ', k.key_id, k.wrapped_key' : ''}`

/** Values of `valuesText` until there are enough bytes, and the number of people with values in all. */
const valuesTextUpTo = (withKeys: boolean) => `
  select s.place, s.person_id,${withKeys ? ' s.key_id, s.wrapped_key,' : ''} s.plain, s.sealed, s.holders
    from (select g.*, (count(*) over ())::int as holders,
                 sum(coalesce(octet_length(g.plain::text), 0) + coalesce(octet_length(g.sealed::text), 0))
                   over (order by g.place rows between unbounded preceding and 1 preceding) as before
            from (${valuesText(withKeys)}) g) s
   where coalesce(s.before, 0) < $4
   order by s.place`

function openValues(
  { orgId, vault }: Db,
  keys: WrappedKeys,
  { person_id: personId, plain, sealed }: ValuesRow,
): ValuesOfPerson {
  if (sealed === null) return plain ?? {}
  const key = vault.open({ orgId, personId }, keys.get(personId) ?? null)
  const opened = Object.entries(sealed).map(([id, envelope]) => [
    id,
    openValue(key, id, Buffer.from(envelope, 'base64')),
  ])
  return { ...plain, ...(Object.fromEntries(opened) as ValuesOfPerson) }
}

const openValue = (key: PersonKey, fieldId: string, envelope: Buffer): CustomValue =>
  key.open(placeOf(fieldId), envelope) as CustomValue

/**
 * Counts the people who have a value or a file in a field. Those who have left count, too: their values are kept. So do files that
 * are on their way: who sends one knows the tier of before.
 */
export async function countPeopleWithValue(db: Db, fieldId: string): Promise<number> {
  const [row] = await db.query<{ people: number }>(
    `select (select count(*) from custom_values v where v.org_id = $1 and v.field_id = $2 and ${hasValue})::int
            + (select count(distinct d.person_id) from documents d
                where d.org_id = $1 and d.field_id = $2 and d.deleted_at is null)::int as people`,
    [db.orgId, fieldId],
  )
  return row!.people
}

/**
 * Counts the people who have each option of a select; options that nobody has are not in it. Sealed values are read and
 * opened in batches.
 *
 * @throws UnreadableDetails when a value cannot be read: nobody knows then whether an option is in use
 */
export async function countOptions(db: Db, fieldId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ option: string; people: number }>(
    `select v.value #>> '{}' as option, count(*)::int as people
       from custom_values v
      where v.org_id = $1 and v.field_id = $2 and v.value is not null
      group by v.value`,
    [db.orgId, fieldId],
  )
  const counts = new Map(rows.map(({ option, people }) => [option, people]))
  for await (const batch of readInForm(db, fieldId, 'sealed'))
    for (const row of batch) {
      const option = openRow(db, fieldId, row) as string
      counts.set(option, (counts.get(option) ?? 0) + 1)
    }
  return counts
}

export interface FormRow extends WithKey {
  person_id: string
  value: CustomValue | null
  sealed: Buffer | null
}

/** The values of a field that are stored in one of the two forms, with the keys of their people, in batches. */
export function readInForm(
  db: Db,
  fieldId: string,
  form: 'value' | 'sealed',
  limit?: number,
): AsyncGenerator<FormRow[]> {
  return db.runInBatches<FormRow>(
    sql.raw(
      `select v.person_id, v.value, v.sealed, k.key_id, k.wrapped_key
         from custom_values v
         ${joinKey('v.person_id', '?')}
        where v.org_id = ? and v.field_id = ? and v.${form} is not null
        limit ?`,
      [db.orgId, db.orgId, fieldId, limit ?? null] as string[],
    ),
  )
}

export const openRow = (db: Db, fieldId: string, row: FormRow): CustomValue =>
  openValue(openKey(db, row.person_id, row), fieldId, row.sealed!)
