import type { Db } from '../db/transaction.ts'
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

/**
 * The rest of an insert of many rows, which are one value `$2`, as JSON: `insert into t (org_id, …) select o.org_id, … ${manyRows(…)}`.
 * The organization comes from its row and not from `$1`, so that a cluster inserts where that is. With the parameter it would
 * copy the rows there, which row-level security forbids.
 *
 * @param columns of the rows `n`, with their types
 */
export const manyRows = (columns: string): string =>
  `from organizations o cross join jsonb_to_recordset($2::jsonb) as n(${columns}) where o.org_id = $1`

/** So few rows are values of a statement of their own: that is prepared, too, and the database reads no JSON. */
const few = 4

/**
 * Inserts rows. Many of them are one value, as JSON: a list of thousands of parameters is another text for each number of
 * rows, which takes longer to read than the rows take to write.
 *
 * @param columns with their types; the value of a `jsonb` is its text
 */
export function insertRows<Row extends object>(
  db: Pick<Db, 'orgId' | 'query'>,
  table: string,
  columns: Readonly<Record<keyof Row & string, string>>,
  rows: readonly Row[],
): Promise<unknown> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const into = `insert into ${table} (org_id, ${names.join(', ')})`
  if (rows.length <= few) {
    const { text, values } = valuesOf(names, rows)
    return db.query(`${into} values ${text}`, [db.orgId, ...values])
  }
  const typed = names.map((name) => `${name} ${columns[name] === 'jsonb' ? 'text' : columns[name]}`)
  const read = names.map((name) => (columns[name] === 'jsonb' ? `n.${name}::jsonb` : `n.${name}`))
  return db.query(`${into} select o.org_id, ${read.join(', ')} ${manyRows(typed.join(', '))}`, [
    db.orgId,
    JSON.stringify(rows),
  ])
}

/**
 * A condition on one of a few known words, as text of a statement: so the plan of the statement knows the word, and uses an index
 * of the rows that have it. Undefined: no condition.
 *
 * @throws Error for what is no such word
 */
export function whereWord(column: string, word: string | undefined): string {
  if (word === undefined) return ''
  if (!/^[a-z_]+$/.test(word)) throw new Error(`a word of a statement has only small letters: ${word}`)
  return `and ${column} = '${word}'`
}
