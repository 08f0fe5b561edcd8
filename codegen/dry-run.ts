import {
  at,
  isObject,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Source,
} from './model.ts'
import { refName, resolveRef } from './schema.ts'

/** What becomes of the copy of a component in which some ids may be null. */
export type Place = (component: string, copy: JsonObject) => Json

/**
 * The result schema as answered: ids that a dry run cannot know may be null (`x-dry-run-null`).
 *
 * @param place where the copies of components below the result go; left out, they stay where they are
 */
export function dataSchema(
  contract: Contract,
  source: Source,
  place: Place = (_component, copy) => copy,
): Json {
  const paths = ((source.operation['x-dry-run-null'] as string[] | undefined) ?? []).map((path) =>
    path.split('.'),
  )
  const nullable = (schema: Json | undefined, here: string[]): Json => {
    const below = paths.filter((path) => here.every((key, index) => path[index] === key))
    if (!isObject(schema))
      throw new Error(`x-dry-run-null: ${below[0]?.join('.')} leads nowhere in the result`)
    const resolved = resolveRef(contract, schema)
    if (below.some((path) => path.length === here.length))
      return { ...resolved, type: ['string', 'null'], description: 'null only in a dry run.' }
    const choices = resolved['anyOf']
    if (Array.isArray(choices)) {
      const anyOf = choices.map((choice) => (at(choice, 'type') === 'null' ? choice : nullable(choice, here)))
      return { ...resolved, anyOf }
    }
    const properties = isObject(resolved['properties']) ? resolved['properties'] : {}
    const keys = new Set(below.map((path) => path[here.length] as string))
    const changed = [...keys].map((key) => [key, nullable(properties[key], [...here, key])] as const)
    const copy = { ...resolved, properties: { ...properties, ...Object.fromEntries(changed) } }
    const component = refName(schema)
    return component === undefined || here.length === 0 ? copy : place(component, copy)
  }
  return paths.length === 0 ? resultSchema(source) : nullable(resultSchema(source), [])
}
