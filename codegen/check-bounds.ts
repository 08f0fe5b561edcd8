import { problemAt } from './check-schemas.ts'
import { limitsOf } from './limits.ts'
import {
  requestSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { componentsBelow, eachSchema } from './schema.ts'

/** To parse and check so many takes tens of milliseconds, and meanwhile nobody else is answered. */
const maxValues = 10_000

/**
 * Every part of an input has limits: texts, lists and maps have a largest size, and numbers a range. Without a limit in
 * the contract, clients find out by an error of whatever breaks first.
 */
export function checkBounds(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const check = (file: SourceFile, start: Path, schema: Json) =>
    eachSchema(schema, (object, path) => {
      const missing = missingBounds(object)
      if (missing.length > 0)
        problems.push(problemAt(file, [...start, ...path], `inputs have limits: add ${missing.join(', ')}`))
    })
  for (const source of contract.sources) {
    const start = ['post', 'requestBody', 'content', 'application/json', 'schema']
    check(source, start, requestSchema(source))
    const { values } = limitsOf(contract, requestSchema(source))
    if (values > maxValues)
      problems.push(
        problemAt(
          source,
          start,
          `the input may hold ${values} values; at most ${maxValues} are parsed quickly`,
        ),
      )
  }
  for (const name of componentsBelow(contract, contract.sources.map(requestSchema))) {
    const file = contract.components.get('schemas')?.get(name)
    if (file) check(file, [], file.value)
  }
  return problems
}

function missingBounds(schema: JsonObject): string[] {
  if (['enum', 'const', '$ref'].some((key) => key in schema)) return []
  const types = [schema['type'] ?? []].flat()
  const bounds = [
    ...(types.includes('string') && !hasOwnLength(schema) ? ['maxLength'] : []),
    ...(types.includes('array') ? ['maxItems'] : []),
    ...(types.includes('object') && typeof schema['additionalProperties'] === 'object'
      ? ['maxProperties']
      : []),
    ...(types.includes('integer') || types.includes('number') ? ['minimum', 'maximum'] : []),
  ]
  return bounds.filter((key) => schema[key] === undefined)
}

/** Days and moments have a fixed length. An id of any length is answered like an unknown one. */
function hasOwnLength(schema: JsonObject): boolean {
  return /^date(-time)?$/.test(String(schema['format'])) || schema['x-id'] !== undefined
}
