import { isObject, type Json, type JsonObject } from '../model.ts'
import { follow } from './references.ts'

/** Keywords that say nothing about values. */
export const remarks = ['title', 'description', 'example', 'examples', 'deprecated', '$comment']

/** A schema in the one form that the rules compare: no reference, and null only among the types. */
export interface Shape {
  /** None: any. */
  types: string[]
  /** Of `enum` or `const`, without null. */
  values: Json[] | undefined
  /** The schemas of `anyOf` or `oneOf`, without null, where there are several. */
  choices: Json[] | undefined
  /** The schema's own keywords, those of a single choice among them. Where there are several, each has them. */
  schema: JsonObject
}

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
  const values = listed?.filter((value) => value !== null) as Json[] | undefined
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string')
  // A list of values without null refuses null, whatever the type says.
  const possible = listed && !listed.includes(null) ? types.filter((type) => type !== 'null') : types
  return { types: possible.sort(), values, choices: undefined, schema }
}

function isNull({ types }: Shape): boolean {
  return types.length === 1 && types[0] === 'null'
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())].sort()
}

/** The types of `types` that `others` does not have. An integer is a number, and no type is any type. */
export function missingTypes(types: string[], others: string[]): string[] {
  if (others.length === 0) return []
  if (types.length === 0) return ['any']
  return types.filter((type) => !others.includes(type) && !(type === 'integer' && others.includes('number')))
}

export function isOpen({ schema }: Shape): boolean {
  return schema['additionalProperties'] !== false
}

export function propertiesOf({ schema }: Shape): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {}
}

export function requiredOf({ schema }: Shape): string[] {
  return Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
}
