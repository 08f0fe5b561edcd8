import { sql, type Db } from '../../db/transaction.ts'
import type { CustomField, FieldSettings } from '../../domain/custom-fields.ts'

const columns = `
  f.id, f.key, f.label, f.type, f.options, f.tier, f.archived_at is not null as archived, f.position, f.file`

/** Custom fields: active ones by their place, and archived ones after them if they are wanted. */
export function listFields(db: Db, includeArchived: boolean): Promise<CustomField[]> {
  return db.query(
    `select ${columns} from custom_fields f
      where f.org_id = $1 and ($2 or f.archived_at is null)
      order by f.position, f.id`,
    [db.orgId, includeArchived],
  )
}

/**
 * All fields, locked until this transaction ends. Nobody else creates or changes a field meanwhile: the row of the
 * organization is the lock for that, because there may be no field yet. Nobody sets a value, either. The rows are locked
 * in the same order as by `lockFieldsToSet`, so that two calls never wait for each other.
 */
export async function lockFields(db: Db): Promise<CustomField[]> {
  const [, fields] = await Promise.all([
    db.query(`select 1 from organizations where org_id = $1 for no key update`, [db.orgId]),
    db.query<CustomField>(
      `select ${columns} from custom_fields f where f.org_id = $1 order by f.id for update`,
      [db.orgId],
    ),
  ])
  return fields
}

/** The active fields by their place, and those that an input gives values for, locked by `lockFieldsToSet`. */
export async function loadFieldsToSet(
  db: Db,
  given: object | undefined,
): Promise<{ active: CustomField[]; named: CustomField[] }> {
  const [named, active] = await Promise.all([
    lockFieldsToSet(db, Object.keys(given ?? {})),
    listFields(db, false),
  ])
  return { active, named }
}

/**
 * The fields with these keys, archived ones included, for values to be set. Until this transaction ends, nobody archives
 * them, changes their tier, or takes away an option.
 */
export async function lockFieldsToSet(db: Db, keys: readonly string[]): Promise<CustomField[]> {
  if (keys.length === 0) return []
  return db.query(
    `select ${columns} from custom_fields f
      where f.org_id = $1 and f.key = any($2::text[])
      order by f.id for share`,
    [db.orgId, keys],
  )
}

/** Stores a new field. */
export async function insertField(db: Db, field: CustomField, now: Date): Promise<void> {
  const { archived: _active, file, ...fields } = field
  await db.run(
    sql('custom_fields').insert({
      org_id: db.orgId,
      ...fields,
      file: file && JSON.stringify(file),
      created_at: now,
      updated_at: now,
    }),
  )
}

/** Changes the settings that are given. */
export async function updateField(
  db: Db,
  id: string,
  { archived, file, ...settings }: Partial<FieldSettings>,
  now: Date,
): Promise<void> {
  await db.run(
    sql('custom_fields')
      .where({ org_id: db.orgId, id })
      .update({
        ...settings,
        ...(file && { file: JSON.stringify(file) }),
        ...(archived !== undefined && { archived_at: archived ? now : null }),
        updated_at: now,
      }),
  )
}

/**
 * Stores the places that differ from those that the fields have.
 *
 * @param places by the id of the field
 */
export async function storePlaces(
  db: Db,
  fields: readonly CustomField[],
  places: ReadonlyMap<string, number>,
): Promise<void> {
  const moved = fields.filter(({ id, position }) => places.get(id) !== position)
  if (moved.length === 0) return
  await db.query(
    `update custom_fields f set position = place.position
       from unnest($2::uuid[], $3::integer[]) as place (id, position)
      where f.org_id = $1 and f.id = place.id`,
    [db.orgId, moved.map(({ id }) => id), moved.map(({ id }) => places.get(id))],
  )
}
