import type { CustomValue } from './custom-values.ts'

/** How CSV writes values that spreadsheets and the import read back. They know nothing of files and quoting. */

export type Delimiter = ',' | ';'

/** What a spreadsheet may run as a formula, also after the apostrophes of earlier exports. */
const formula = /^'*[=+\-@\t\r]/

/**
 * A text that no spreadsheet runs: one that would be a formula gets an apostrophe before it, and so does one that looks
 * like that already. So `asGiven` can tell them apart. (OWASP: CSV injection.)
 */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text that `harmless` made this of. */
export const asGiven = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/** A cell. With `;` between the values, numbers have a decimal comma: both are usual in the same countries. */
export function cellOf(value: CustomValue | null, delimiter: Delimiter): string {
  if (value === null) return ''
  if (typeof value === 'number') return delimiter === ';' ? String(value).replace('.', ',') : String(value)
  return typeof value === 'boolean' ? String(value) : harmless(value)
}
