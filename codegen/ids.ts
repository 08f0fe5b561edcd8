import { isObject, requestSchema, type Contract, type Json, type JsonObject, type Source } from './model.ts'
import { eachSchema, resolveRef } from './schema.ts'

/** The record that an action is about. */
export interface Subject {
  /** The property of the input that names it. */
  path: string
  kind: string
}

/** The kinds of record that the contract has ids for (`x-id`). */
export function recordKinds(contract: Contract): Set<string> {
  const kinds = new Set<string>()
  const collect = (schema: Json) =>
    eachSchema(schema, (object) => {
      if (typeof object['x-id'] === 'string') kinds.add(object['x-id'])
    })
  for (const { value } of contract.components.get('schemas')?.values() ?? []) collect(value)
  for (const source of contract.sources) collect(requestSchema(source))
  return kinds
}

/** The record that the first required id of the input names, or null. */
export function subjectOf(contract: Contract, source: Source): Subject | null {
  const schema = resolveRef(contract, requestSchema(source))
  const required = (schema['required'] as string[] | undefined) ?? []
  for (const [path, property] of Object.entries((schema['properties'] as JsonObject | undefined) ?? {})) {
    const kind = resolveRef(contract, property as JsonObject)['x-id']
    if (required.includes(path) && typeof kind === 'string') return { path, kind }
  }
  return null
}

/** Where ids are in the input: `parent_id`, `unit_ids.*`. */
export function idPaths(contract: Contract, schema: Json, path: string[] = []): string[] {
  if (!isObject(schema)) return []
  const resolved = resolveRef(contract, schema)
  if (typeof resolved['x-id'] === 'string') return [path.join('.')]
  const below = [
    ...((resolved['anyOf'] as Json[] | undefined) ?? []).map((choice) => idPaths(contract, choice, path)),
    ...Object.entries((resolved['properties'] as JsonObject | undefined) ?? {}).map(([key, property]) =>
      idPaths(contract, property, [...path, key]),
    ),
    idPaths(contract, (resolved['items'] as Json | undefined) ?? null, [...path, '*']),
  ]
  // A field with several choices is found in each of them.
  return [...new Set(below.flat())]
}
