import { nameKey } from '../domain/folding.ts'

/**
 * The text `($1, $2, $3), ($1, $4, $5)` and the values for `$2` and on, to insert several rows with one statement. `$1`
 * is the organization.
 *
 * @param columns in the order of the insert
 */
export function valuesOf<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const text = rows
    .map((row) => `($1, ${columns.map((column) => `$${values.push(row[column]) + 1}`).join(', ')})`)
    .join(', ')
  return { text, values }
}

/** The fields to store; with a name also its key, by which names are unique. */
export const withNameKey = <Fields extends { name?: string }>(
  fields: Fields,
): Fields & { name_key?: string } =>
  fields.name === undefined ? fields : { ...fields, name_key: nameKey(fields.name) }
