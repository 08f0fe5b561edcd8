import type { CustomValue } from './custom-values.ts'

/** The form of values in CSV that spreadsheets and the import read back. They know nothing of files and quoting. */

export type Delimiter = ',' | ';'

/**
 * Where a formula may begin. That is not only the beginning of a text: a spreadsheet may take another character for the
 * delimiter than the file has, a line break for the end of a row, and quotation marks and spaces for what is around a cell.
 * Full-width signs count in some countries. No repetition here contains what the pattern begins with, so that the time does
 * not grow with the square of a text.
 */
const start = String.raw`((?:^|[;,\t\r\n\v\f\u0085\u2028\u2029])(?:[^\S\t\r\n\v\f\u2028\u2029]|["'])*)`
const sign = String.raw`([=+\-@\uff1d\uff0b\uff0d\uff20])`
const formula = new RegExp(start + sign, 'g')
const madeHarmless = new RegExp(`${start}'${sign}`, 'g')

/**
 * A text that no spreadsheet runs: each sign that may begin a formula gets an apostrophe before it, also if it has one
 * already. So `asGiven` can tell them apart. (OWASP: CSV injection.)
 */
export const harmless = (text: string): string => text.replace(formula, "$1'$2")

/** The text that `harmless` made this of. */
export const asGiven = (text: string): string => text.replace(madeHarmless, '$1$2')

/** A cell. With `;` between the values, numbers have a decimal comma: both are usual in the same countries. */
export function cellOf(value: CustomValue | null, delimiter: Delimiter): string {
  if (value === null) return ''
  if (typeof value === 'number') return delimiter === ';' ? String(value).replace('.', ',') : String(value)
  return typeof value === 'boolean' ? String(value) : harmless(value)
}
