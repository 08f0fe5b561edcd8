import type { Contract, JsonObject } from './model.ts'
import { resolveRef } from './schema.ts'

/** The type as which a query parameter is read: texts, numbers and booleans as they are, everything else as JSON. */
export function queryType(
  contract: Contract,
  property: JsonObject,
): 'string' | 'integer' | 'number' | 'boolean' | 'json' {
  const resolved = resolveRef(contract, property)
  const choices = (resolved['anyOf'] as JsonObject[] | undefined)?.filter(
    (choice) => choice['type'] !== 'null',
  )
  if (choices) return choices.length === 1 ? queryType(contract, choices[0] as JsonObject) : 'json'
  const types = [resolved['type']].flat().filter((type) => type !== 'null')
  const [type] = types
  return types.length === 1 &&
    typeof type === 'string' &&
    ['string', 'integer', 'number', 'boolean'].includes(type)
    ? (type as 'string')
    : 'json'
}
