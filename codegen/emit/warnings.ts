import { namesIn, warningTexts, type WarningText } from '../catalogue.ts'
import { isObject, type Contract, type Json } from '../model.ts'
import { isDay } from '../../src/domain/day.ts'
import { actionsOf, header, union } from './registry.ts'

/** The module of the catalogue of warnings: the parameters of each as a type, its message in each language as data. */
export function warningsModule(contract: Contract): string {
  const all = warningTexts(contract)
  const entries = all.map(
    ({ code, message, de, record }) => `  ${code}: ${JSON.stringify({ text: { en: message, de }, record })},`,
  )
  const actions = actionsOf(contract).map(
    (source) => `  ${source.id}: ${union(namesIn(source, 'x-warnings'))}`,
  )
  return `${header}import type { Day } from '../domain/day.ts'
import type { Text } from '../texts/language.ts'
import type { DatedRow, NamedRecord } from '../texts/phrase.ts'

/** The placeholders of a warning's message, and the id of the record that it is about. */
export interface WarningParams {
${all.map((one) => `  ${one.code}: ${params(one)}`).join('\n')}
}

export const warningCatalogue: {
  readonly [C in keyof WarningParams]: { readonly text: Text; readonly record: string | null }
} = {
${entries.join('\n')}
}

/** The warnings that each action declares. */
export interface ActionWarnings {
${actions.join('\n')}
}
`
}

/** The example shows the type of each parameter. */
function params({ example, record }: WarningText): string {
  const fields = Object.entries(example).map(([name, value]) => `${name}: ${typeOf(value)}`)
  const all = [...fields, ...(record === null ? [] : ['record_id: string'])]
  return all.length === 0 ? 'Record<never, never>' : `{ ${all.join('; ')} }`
}

function typeOf(value: Json): string {
  if (!Array.isArray(value)) return isDay(String(value)) ? 'Day' : typeof value
  const [first] = value
  if (!isObject(first)) return 'readonly string[]'
  return 'name' in first ? 'readonly NamedRecord[]' : 'readonly DatedRow[]'
}
