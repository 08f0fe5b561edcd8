import { knownMigrations } from '../db/migrate.ts'
import { formVersion, type EndLine, type Header, type TableLine } from './format.ts'

/**
 * The lines of JSON in a file. Anybody can write one, with a checksum that is right, so each is held against its form before
 * anything of it is used or shown.
 */

type Fields = Record<string, unknown>

/** The first line; undefined when it has another form. Of a newer version, only what it says of that is looked at. */
export function parseHeader(line: unknown): Header | { newer: true } | undefined {
  if (!isObject(line) || line['form'] !== 'rollcall backup' || !isCount(line['version'])) return undefined
  const { version, kind, taken_at, database, migrations, organizations, organization_ids: ids, keys } = line
  if (version < 1) return undefined
  if (version > formVersion) return { newer: true }
  const right =
    (kind === 'data' || kind === 'keys') &&
    matches(taken_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) &&
    (database === undefined || matches(database, idForm)) &&
    areMigrations(migrations) &&
    isCount(organizations) &&
    (ids === undefined || (Array.isArray(ids) && ids.every((id) => matches(id, idForm)))) &&
    areCounts(keys, /^[\w-]{1,100}$/)
  return right ? (line as unknown as Header) : undefined
}

const idForm = /^[0-9a-f-]{36}$/

/** The line before a table, or the last one; undefined when it has another form. */
export function parseNext(line: unknown): TableLine | EndLine | undefined {
  if (!isObject(line)) return undefined
  const { table, columns, rows } = line
  if (rows !== undefined) return areCounts(rows, nameForm) ? { rows } : undefined
  return matches(table, nameForm) && areTexts(columns, nameForm) ? { table, columns } : undefined
}

/** A name of the catalogue: whatever somebody called a table, but nothing that a terminal obeys. */
const nameForm = /^[^\p{C}]{1,63}$/u

/** The first ones that there are. Those that this version does not know come after them: they are told apart later. */
function areMigrations(names: unknown): names is string[] {
  if (!areTexts(names, /^\w[\w.-]{0,99}$/)) return false
  const all = knownMigrations()
  const known = names.filter((name) => all.includes(name))
  return new Set(names).size === names.length && known.every((name, index) => name === all[index])
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const matches = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)
const areTexts = (value: unknown, form: RegExp): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => matches(one, form))
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const areCounts = (value: unknown, form: RegExp): value is Record<string, number> =>
  isObject(value) && Object.entries(value).every(([name, count]) => form.test(name) && isCount(count))
