import { namesIn, refusals, type Refusal } from '../catalogue.ts'
import type { Contract, Json } from '../model.ts'
import { recordKinds } from '../ids.ts'
import { actionsOf, header, union } from './registry.ts'
import { isDay } from '../../src/domain/day.ts'
import { valuesIn } from '../../src/texts/phrase.ts'

/** The module of the catalogue of errors: the parameters of each refusal as a type, its message in every language as data. */
export function errorsModule(contract: Contract): string {
  const all = refusals(contract)
  const entries = all.map(
    ({ name, error, path, message, de, record }) =>
      `  ${name}: ${JSON.stringify({ error, path, message: { en: message, de }, record })},`,
  )
  const actions = actionsOf(contract).map((source) => `  ${source.id}: ${union(namesIn(source, 'x-errors'))}`)
  return `${header}import type { Day } from '../domain/day.ts'
import type { Text } from '../texts/language.ts'
import type { Phrase, Value } from '../texts/phrase.ts'
import type { components } from './contract.ts'

export type ErrorCode = components['schemas']['ErrorCode']

/** The kinds of record that have ids, as x-id names them. */
export type RecordKind = ${union([...recordKinds(contract)].sort())}

/** The placeholders of a refusal's path and message, and the id of the record that causes it. */
export interface ErrorParams {
${all.map((refusal) => `  ${refusal.name}: ${params(refusal)}`).join('\n')}
}

export const errorCatalogue: {
  readonly [N in keyof ErrorParams]: {
    readonly error: ErrorCode
    readonly path: string
    readonly message: Text
    readonly record: string | null
  }
} = {
${entries.join('\n')}
}

/** The refusals that each action declares. */
export interface ActionErrors {
${actions.join('\n')}
}
`
}

/** The example shows the type of each parameter. */
function params({ path, message, record, example }: Refusal): string {
  const names = valuesIn(`${path} ${message}`).filter((name) => name !== 'record_id')
  const fields = names.map((name) => `${name}: ${typeOf(example[name])}`)
  return record === null && fields.length === 0
    ? 'Record<never, never>'
    : `{ ${[...fields, ...(record === null ? [] : ['record_id: string'])].join('; ')} }`
}

/** Where a day or a number stands, no words of one language fit: only a phrase, which has them in each. */
function typeOf(value: Json | undefined): string {
  if (typeof value === 'number') return 'number'
  return isDay(String(value)) ? 'Day | Phrase' : 'Value'
}
