import { invalid } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import { piecesOf, valueOf } from '../streaming/stream.ts'
import { compact, isEmpty, withoutEmpty } from './compact.ts'
import { isObject, type Params } from './jsonrpc.ts'
import { assistantTexts } from '../texts/assistants.ts'
import { inputTexts, typeTexts } from '../texts/input.ts'

/** The list that an action answers, as the contract describes it for tools. */
export type Rows = NonNullable<Action['rows']>

/** The part of a list that a call wants to see. */
export interface View {
  /** The paths of the values in each row. */
  columns: readonly string[]
  /** The page, where the action itself has none. `after` is the id of the last row of the page before: its first value. */
  page: { limit: number; after: string | undefined } | undefined
}

const rowsOnPage = 25
const mostRowsOnPage = 1000
const mostFields = 50

/**
 * Splits what only tools of lists have (`limit`, `after`, `fields`) from the input.
 *
 * @throws ApiError validation_failed
 */
export function readView(rows: Rows, args: Params): { view: View; input: Params } {
  const { fields, ...rest } = args
  const columns = fields === undefined ? rows.columns : readFields(rows, fields)
  if (rows.paged) return { view: { columns, page: undefined }, input: rest }
  const { limit = rowsOnPage, after, ...input } = rest
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit))
    throw invalid('limit', 'wrong_type', inputTexts.mustBe({ what: typeTexts.integer() }))
  if (limit < 1 || limit > mostRowsOnPage)
    throw invalid('limit', 'out_of_range', inputTexts.between({ min: 1, max: mostRowsOnPage }))
  if (after !== undefined && typeof after !== 'string')
    throw invalid('after', 'wrong_type', inputTexts.mustBe({ what: typeTexts.string() }))
  return { view: { columns, page: { limit, after } }, input }
}

function readFields({ columns, fields: known }: Rows, fields: unknown): string[] {
  if (!Array.isArray(fields) || fields.some((field) => typeof field !== 'string'))
    throw invalid('fields', 'wrong_type', inputTexts.mustBe({ what: typeTexts.texts() }))
  if (fields.length === 0) throw invalid('fields', 'too_few', assistantTexts.noFields())
  if (fields.length > mostFields) throw invalid('fields', 'too_many', inputTexts.tooMany({ max: mostFields }))
  const names = known.filter((name) => !name.includes('.')).join(', ')
  for (const [index, field] of (fields as string[]).entries())
    if (!known.includes(field) && !known.includes(field.replace(/\.[^.]+$/, '.*')))
      throw invalid(`fields[${index}]`, 'not_allowed', assistantTexts.noSuchField({ fields: names }))
  return [columns[0]!, ...(fields as string[])]
}

/** Values of a row to show: their names, and what of them, if not all. */
type Tree = Map<string, Tree | undefined>

function treeOf(columns: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const column of columns) {
    let here: Tree | undefined = tree
    const steps = column.split('.')
    for (const [index, step] of steps.entries()) {
      if (here.has(step) && !here.get(step)) break
      if (index === steps.length - 1) here.set(step, undefined)
      else here = here.get(step) ?? (here.set(step, new Map()).get(step) as Tree)
    }
  }
  return tree
}

/**
 * Picks the values of a row that are shown. Of an object with one value to show, only that value: `unit.name` becomes
 * `unit`.
 */
function pick(row: unknown, tree: Tree): unknown {
  if (!isObject(row)) return undefined
  const picked = [...tree].map(([name, below]): [string, unknown] => {
    const value = Object.hasOwn(row, name) ? row[name] : undefined
    if (!below) return [name, compact(value)]
    const shown = pick(value, below)
    return [name, below.size === 1 && isObject(shown) ? Object.values(shown)[0] : shown]
  })
  return withoutEmpty(picked)
}

/** A row as text, and the fields that it would show if the caller were allowed to see them. */
interface Shown {
  text: string
  hidden: string[]
}

/**
 * The answer of a list, as assistants read it: a page of rows with the values that the call wants to see, and nothing that
 * is null or empty. Beside `data` it says, where the action itself has no pages, how to get the next one (`next`) and how
 * many rows there are (`total`). What is hidden in all rows alike is told once (`hidden_fields`), else in each row.
 *
 * @param result of the action; it is read in slices
 * @returns JSON text
 * @throws ApiError validation_failed when no row has the id that the page should begin after
 */
export async function writeRows(rows: Rows, view: View, result: unknown): Promise<string> {
  const { list } = rows
  const { shown, total, next } = await readPage(list === null ? result : (result as Params)[list], view)
  const [first] = shown
  const alike = shown.every(({ hidden }) => hidden.join() === first!.hidden.join())
  const texts = alike ? shown.map(({ text }) => text) : shown.map(withHidden)
  const data = list === null ? `[${texts.join()}]` : around(result as Params, list, `[${texts.join()}]`)
  const hidden = alike ? first?.hidden : undefined
  const beside = JSON.stringify(
    withoutEmpty([
      ['next', next],
      ['total', next && total],
      ['hidden_fields', hidden],
    ]),
  )
  return beside === '{}' ? `{"data":${data}}` : `{"data":${data},${beside.slice(1)}`
}

async function readPage(
  list: unknown,
  { columns, page }: View,
): Promise<{ shown: Shown[]; total: number; next: string | undefined }> {
  const tree = treeOf(columns)
  const key = columns[0]!
  const limit = page?.limit ?? Infinity
  const shown: Shown[] = []
  let [total, end] = [0, 0]
  let last: unknown
  let begun = page?.after === undefined
  for await (const { rows, items } of piecesOf(list)) {
    // Of the rows behind the page only the number matters.
    if (shown.length < limit)
      for (const [index, row] of items().entries())
        if (!begun) begun = keyOf(row, key) === page?.after
        else if (shown.length < limit) {
          shown.push({ text: JSON.stringify(pick(row, tree)), hidden: hiddenIn(row, columns) })
          ;[last, end] = [row, total + index + 1]
        }
    total += rows.length
  }
  if (!begun) throw invalid('after', 'bad_cursor', assistantTexts.noSuchRow())
  return { shown, total, next: page && end < total && end > 0 ? keyOf(last, key) : undefined }
}

/** The id of a row: the value at a path such as `person.id`. */
function keyOf(row: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((value, step) => (value as Params)[step], row))
}

/** The fields that the call wants to see and the caller may not. */
function hiddenIn(row: unknown, columns: readonly string[]): string[] {
  const names = isObject(row) ? row['hidden_fields'] : undefined
  if (!Array.isArray(names)) return []
  return (names as string[]).filter((name) =>
    columns.some(
      (column) => column === name || column.startsWith(`${name}.`) || name.startsWith(`${column}.`),
    ),
  )
}

function withHidden({ text, hidden }: Shown): string {
  return hidden.length > 0 ? `${text.slice(0, -1)},"hidden_fields":${JSON.stringify(hidden)}}` : text
}

/** The result with the rows in the place of its list, which stays even when it is empty. */
function around(result: Params, list: string, rows: string): string {
  const parts = Object.entries(result).flatMap(([name, given]) => {
    const value = name === list ? undefined : compact(valueOf(given))
    const text = name === list ? rows : isEmpty(value) ? undefined : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${parts.join()}}`
}
