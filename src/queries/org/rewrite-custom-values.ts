import type { Db } from '../../db/transaction.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import { openRow, placeOf, readInForm, type FormRow } from './custom-values.ts'
import { keyOf, keysToSeal } from './person-keys.ts'

/** Properties of a field that are needed for its values to be rewritten. */
type Stored = Pick<CustomField, 'id' | 'tier'>

/**
 * Gives values of a field the form that its tier asks for, and notes whether some are left. The field must be locked, so
 * that nobody sets a value meanwhile. It writes in batches, between which the process does other work.
 *
 * @param limit how many values at most
 * @param withinMs after so many milliseconds it begins no further batch: what is left must not end the whole call at
 *   its deadline
 * @returns whether all values have the right form
 * @throws UnreadableDetails when a sealed value cannot be read: nothing is lost then
 */
export async function rewriteValues(
  db: Db,
  field: Stored,
  limit: number,
  withinMs = Infinity,
): Promise<boolean> {
  const isPrivate = field.tier === 'private'
  const startedAt = performance.now()
  let rewritten = 0
  let isLate = false
  for await (const batch of readInForm(db, field.id, isPrivate ? 'value' : 'sealed', limit)) {
    if (batch.length === 0) break
    await (isPrivate ? sealRows(db, field.id, batch) : openRows(db, field.id, batch))
    rewritten += batch.length
    isLate = performance.now() - startedAt >= withinMs
    if (isLate) break
  }
  const done = rewritten < limit && !isLate
  await db.query(`update custom_fields f set rewriting = $3 where f.org_id = $1 and f.id = $2`, [
    db.orgId,
    field.id,
    !done,
  ])
  return done
}

/** A value that is gone meanwhile, because its person was erased, does not come back. */
async function sealRows(db: Db, fieldId: string, rows: readonly FormRow[]): Promise<void> {
  const ids = rows.map(({ person_id }) => person_id)
  const known = rows.flatMap((row) => {
    const key = keyOf(row)
    return key ? [[row.person_id, key] as const] : []
  })
  const keys = await keysToSeal(db, ids, new Map(known))
  await db.query(
    `update custom_values v set value = null, sealed = form.sealed
       from unnest($3::uuid[], $4::bytea[]) as form (person_id, sealed)
      where v.org_id = $1 and v.field_id = $2 and v.person_id = form.person_id and v.value is not null`,
    [
      db.orgId,
      fieldId,
      ids,
      rows.map(({ person_id, value }) => keys.get(person_id)!.seal(placeOf(fieldId), value)),
    ],
  )
}

/** As `sealRows`, the other way round. */
async function openRows(db: Db, fieldId: string, rows: readonly FormRow[]): Promise<void> {
  await db.query(
    `update custom_values v set value = form.value, sealed = null
       from unnest($3::uuid[], $4::jsonb[]) as form (person_id, value)
      where v.org_id = $1 and v.field_id = $2 and v.person_id = form.person_id and v.sealed is not null`,
    [
      db.orgId,
      fieldId,
      rows.map(({ person_id }) => person_id),
      rows.map((row) => JSON.stringify(openRow(db, fieldId, row))),
    ],
  )
}
