import { requestSchema, type Contract, type Json, type JsonObject, type Source } from './model.ts'
import { eachSchema, pathsOf, resolveRef } from './schema.ts'

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
export function idPaths(contract: Contract, schema: Json): string[] {
  return pathsOf(contract, schema, (one) => typeof one['x-id'] === 'string')
}

/** Where the ids of people are in an answer or in the data of an event: `person_id`, `unit.head.id`. */
export function mentionPaths(contract: Contract, schema: Json): string[] {
  return pathsOf(contract, schema, (one) => one['x-id'] === 'person')
}
