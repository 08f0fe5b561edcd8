import type { CustomField } from './custom-fields.ts'
import { asGiven } from './csv.ts'
import { isDay, isImpossibleDay } from './day.ts'
import { readForeign } from './foreign-header.ts'
import { readings, type Reading } from './people-csv.ts'
import { payrollFields } from './person-details.ts'
import { detailOf, problem, type Detail, type Problem } from '../errors.ts'
import { fileTexts } from '../texts/files.ts'
import { inputTexts } from '../texts/input.ts'

/** Meanings of the cells in a file of people. */

/** A problem of a cell, of a column (`row` 1) or of a row (`column` null). */
export interface RowProblem extends Pick<Detail, 'code' | 'message' | 'params'> {
  row: number
  column: string | null
}

/** A problem of the catalogue at a cell, a column or a row. */
export function rowProblem(row: number, column: string | null, one: Problem): RowProblem {
  const { code, message } = detailOf(one)
  return { row, column, code, message }
}

const requiredColumns = ['given_name', 'family_name', 'work_email', 'title'] as const

/** The field of org/setup.apply that a column is. */
export const fieldOf = (column: string): string => (column === 'team' ? 'unit' : column)

/** So many problems of a file are told. */
export const mostRowErrors = 1000

/** One column of a file that is read: its place and the name in its first row. */
export type Column = { index: number; name: string } & Meant

/** The part of a person that a column is. */
type Meant = { kind: 'field'; field: string; reading: Reading } | { kind: 'custom'; field: CustomField }

/** The columns of a file, and what is wrong with them. */
export interface Header {
  columns: Column[]
  /** The number of cells in the first row. */
  width: number
  problems: RowProblem[]
  /** Required columns that the file does not have. */
  missing: ReadonlySet<string>
  /** The names of columns that are read and left alone. */
  leftAlone: string[]
}

/** The columns of an answer are at most so long. */
const longestColumn = 200

/**
 * Reads the first row of a file, which may have very many columns: it yields after each.
 *
 * @param byWeb only then columns of payroll details and private fields are taken
 */
export function* readHeader(
  names: readonly string[],
  fields: readonly CustomField[],
  byWeb: boolean,
): Generator<undefined, Header, undefined> {
  const custom = new Map(fields.map((field) => [field.key, field]))
  const columns: Column[] = []
  const leftAlone: string[] = []
  const wrong: [name: string, wrong: Problem | 'unknown'][] = []
  /** The names, with their places counted from 1. */
  const seen = new Map<string, number>()
  for (const [index, given] of names.entries()) {
    yield
    const name = given.trim().normalize('NFC').toLowerCase()
    if (name === '') continue
    const first = seen.get(name)
    const read =
      first === undefined
        ? readName(name, custom.get(name), byWeb)
        : problem('repeated_column', { first, second: index + 1 })
    if (first === undefined) seen.set(name, index + 1)
    if (read === 'unknown' || (typeof read === 'object' && 'params' in read)) wrong.push([name, read])
    else if (read === 'left alone') leftAlone.push(name)
    else columns.push({ index, name, ...read })
  }
  const missing = new Set(requiredColumns.filter((name) => !seen.has(name)))
  const problems = yield* headerProblems(wrong, seen, missing)
  return { columns, width: names.length, problems, missing, leftAlone }
}

/**
 * Finds problems with columns, and those that are missing. A name that stands for a missing one is told once, and not
 * both.
 */
function* headerProblems(
  wrong: readonly (readonly [name: string, wrong: Problem | 'unknown'])[],
  places: ReadonlyMap<string, number>,
  missing: ReadonlySet<string>,
): Generator<undefined, RowProblem[], undefined> {
  const unknown = wrong.flatMap(([name, why]) => (why === 'unknown' ? [name] : []))
  const foreign = yield* readForeign(unknown, new Set(places.keys()), requiredColumns)
  const problems: RowProblem[] = []
  const tell = (column: string, one: Problem) => {
    if (problems.length < mostRowErrors)
      problems.push(rowProblem(1, labelOf(column, places.get(column)), one))
  }
  for (const [name, why] of wrong) {
    yield
    const one = foreign.told.get(name)
    if (why !== 'unknown') tell(name, why)
    else if (one !== null) tell(name, one ?? problem('unknown_column', {}))
  }
  for (const name of missing) if (!foreign.named.has(name)) tell(name, problem('missing_column', {}))
  return problems
}

/**
 * The name of a column as a problem tells it. Where a file has no first row with names, its first values stand there: what
 * does not look like a name, such as an account number, is told by its place.
 *
 * @param place counted from 1; undefined for a column that the file does not have
 */
const labelOf = (name: string, place: number | undefined): string =>
  place === undefined || (/^[\p{L}_]/u.test(name) && !/(?:\d\D*){6}/.test(name.slice(0, longestColumn)))
    ? name.slice(0, longestColumn)
    : `#${place}`

/** Reads the name of a column: its meaning, or the problem with it. */
function readName(
  name: string,
  custom: CustomField | undefined,
  byWeb: boolean,
): Meant | 'left alone' | 'unknown' | Problem<'payroll_needs_web' | 'private_field_needs_web'> {
  if (!byWeb && (payrollFields as readonly string[]).includes(name))
    return problem('payroll_needs_web', { field: name })
  const reading = readings.get(name)
  if (reading) return { kind: 'field', field: fieldOf(name), reading }
  if (custom && !byWeb && custom.tier === 'private')
    return problem('private_field_needs_web', { field: name })
  if (custom) return { kind: 'custom', field: custom }
  return reading === null ? 'left alone' : 'unknown'
}

/** A person as org/setup.apply takes them, not checked yet. */
export type RawPerson = Record<string, unknown> & { custom?: Record<string, unknown> }

/**
 * Reads a row of a file. An empty cell is left out.
 *
 * @param row its number; that of the first row is 1
 */
export function readRow(
  { columns, width }: Pick<Header, 'columns' | 'width'>,
  cells: readonly string[],
  row: number,
): { person: RawPerson; problems: RowProblem[] } {
  const person: RawPerson = {}
  const custom: Record<string, unknown> = {}
  const problems: RowProblem[] = []
  const tooMany = cells.slice(width).some((cell) => cell.trim() !== '')
  if (tooMany)
    problems.push(rowProblem(row, null, problem('too_many_cells', { cells: cells.length, columns: width })))
  for (const column of columns) {
    const text = (cells[column.index] ?? '').trim()
    if (text === '') continue
    if (text.includes('\ufffd')) {
      problems.push(rowProblem(row, column.name, problem('bad_encoding', {})))
      continue
    }
    const read = column.kind === 'custom' ? readCustom(column.field, text) : readField(column.reading, text)
    if ('wrong' in read) problems.push({ row, column: column.name, ...read.wrong })
    else if (column.kind === 'custom') custom[column.field.key] = read.value
    else person[column.field] = read.value
  }
  return { person: Object.keys(custom).length > 0 ? { ...person, custom } : person, problems }
}

/** A problem with a general code: what every input answers, too. */
type Wrong = Pick<Detail, 'code' | 'message' | 'params'>
type Read = { value: unknown } | { wrong: Wrong }

function readField(reading: Reading, text: string): Read {
  switch (reading) {
    case 'manager':
      return { value: /^(none|-)$/i.test(text) ? null : asGiven(text) }
    case 'day':
      return readDay(text)
    case 'number':
      return readNumber(text)
    case 'text':
      return { value: asGiven(text) }
  }
}

function readCustom({ type, tier }: CustomField, text: string): Read {
  switch (type) {
    case 'date':
      return readDay(text, tier === 'private')
    case 'number':
      return readNumber(text)
    case 'boolean':
      return readBoolean(text)
    default:
      return { value: asGiven(text) }
  }
}

const otherDay = /^(\d{1,4})[./ -](\d{1,2})[./ -](\d{1,4})\.?$/

/**
 * A day in the one form that is taken. Of other forms, the message shows the right one where there is no doubt, unless
 * the day is a private detail.
 */
function readDay(text: string, isPrivate = false): Read {
  return isDay(text) ? { value: text } : { wrong: { code: 'bad_format', ...whyNoDay(text, isPrivate) } }
}

const format = 'date'
const dayForm = fileTexts.dayForm()
const notADay = { message: dayForm, params: { format } }

function whyNoDay(text: string, isPrivate: boolean): Pick<Wrong, 'message' | 'params'> {
  if (isImpossibleDay(text)) return { message: inputTexts.noSuchDay(), params: { format } }
  const right = rightForms(text)
  if (right?.length === 0)
    return {
      message: fileTexts.noSuchDay({ no_day: inputTexts.noSuchDay(), form: dayForm }),
      params: { format },
    }
  const [only] = right ?? []
  return only !== undefined && right?.length === 1 && !isPrivate
    ? {
        message: fileTexts.otherDay({ right: only, given: text }),
        params: { format, right: only, given: text },
      }
    : notADay
}

/**
 * The days that a text may mean, as the first and the second number may be the day or the month: none, when the calendar
 * has no such day. Undefined when the text is no day with a whole year.
 */
function rightForms(text: string): string[] | undefined {
  const [, first = '', second = '', third = ''] = otherDay.exec(text) ?? []
  const form = (year: string, month: string, day: string) =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (first.length === 4 && third.length <= 2) return [form(first, second, third)].filter(isDay)
  if (third.length !== 4 || first.length > 2) return undefined
  const dotted = text.includes('.')
  const forms = [form(third, second, first), ...(dotted ? [] : [form(third, first, second)])]
  return [...new Set(forms)].filter(isDay)
}

/** An export writes the smallest numbers with an exponent. */
const decimal = /^'?(-?\d+)(?:[.,](\d+))?(e-?\d+)?$/i

function readNumber(text: string): Read {
  const [, whole, decimals = '0', exponent = ''] = decimal.exec(text) ?? []
  return whole === undefined
    ? { wrong: { code: 'wrong_type', message: fileTexts.number(), params: { expected: 'number' } } }
    : { value: Number(`${whole}.${decimals}${exponent}`) }
}

const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
])

function readBoolean(text: string): Read {
  const value = spellings.get(text.toLowerCase())
  return value === undefined
    ? { wrong: { code: 'wrong_type', message: fileTexts.boolean(), params: { expected: 'boolean' } } }
    : { value }
}

/** The column of a field of a person: `unit` is `team`; null for the whole row. */
export function columnOf(field: string): string | null {
  if (field === '' || field === 'custom') return null
  if (field === 'unit') return 'team'
  return field.replace(/^custom\./, '')
}
