import { openKeyword } from '../expand/open-values.ts'
import { isObject, type Json, type JsonObject } from '../model.ts'
import { follow } from './references.ts'

/** Keywords that say nothing about values. */
export const remarks = ['title', 'description', 'example', 'examples', 'deprecated', '$comment']

/** A schema in the form that the rules compare: without references, and with null only among the types. */
export interface Shape {
  /** Empty: any type. */
  types: string[]
  /** The values of `enum` or `const`, or those that an open text is known to have; without null. */
  values: Json[] | undefined
  /** The schemas of `anyOf` or `oneOf`, without null, if there are several. */
  choices: Json[] | undefined
  /** The keywords of the schema and of its only choice. If there are several choices, each has the keywords instead. */
  schema: JsonObject
}

/** The shape of a schema. `document` is the one in which references are looked up. */
export function shapeOf(document: JsonObject, value: Json): Shape {
  const { anyOf, oneOf, ...schema } = follow(document, value)
  const choices = anyOf ?? oneOf
  if (!Array.isArray(choices)) return plain(schema)
  const shapes = choices.map((choice) => shapeOf(document, choice))
  const others = choices.filter((_, index) => !isNull(shapes[index] as Shape))
  const nullable = others.length < choices.length || shapes.some(({ types }) => types.includes('null'))
  if (others.length === 1) {
    const { types, ...single } = shapeOf(document, { ...(others[0] as JsonObject), ...schema })
    return { ...single, types: nullable && types.length > 0 ? union(types, ['null']) : types }
  }
  const known = shapes.every(({ types }) => types.length > 0)
  const shared = Object.keys(schema).some((key) => !remarks.includes(key))
  return {
    types: known ? union(...shapes.map(({ types }) => types)) : [],
    values: undefined,
    choices: shared ? others.map((choice) => ({ ...schema, ...follow(document, choice) })) : others,
    schema: {},
  }
}

function plain(schema: JsonObject): Shape {
  const listed = Array.isArray(schema['enum'])
    ? schema['enum']
    : 'const' in schema
      ? [schema['const']]
      : undefined
  const known = listed ?? (Array.isArray(schema[openKeyword]) ? schema[openKeyword] : undefined)
  const values = known?.filter((value) => value !== null)
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string')
  // A list of values without null refuses null, even if the type allows it.
  const possible = listed && !listed.includes(null) ? types.filter((type) => type !== 'null') : types
  return { types: possible.sort(), values, choices: undefined, schema }
}

function isNull({ types }: Shape): boolean {
  return types.length === 1 && types[0] === 'null'
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())].sort()
}

/** Picks the types of `types` that `others` does not allow. An integer is a number; an empty list allows any type. */
export function missingTypes(types: string[], others: string[]): string[] {
  if (others.length === 0) return []
  if (types.length === 0) return ['any']
  return types.filter((type) => !others.includes(type) && !(type === 'integer' && others.includes('number')))
}

/** Tells whether the schema allows properties that it does not name. */
export function isOpen({ schema }: Shape): boolean {
  return schema['additionalProperties'] !== false
}

/** The properties that the schema names. */
export function propertiesOf({ schema }: Shape): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {}
}

/** The names of the required properties. */
export function requiredOf({ schema }: Shape): string[] {
  return Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
}
