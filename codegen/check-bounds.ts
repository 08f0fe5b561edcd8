import { problemAt } from './check-schemas.ts'
import { limitsOf } from './limits.ts'
import {
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { componentsBelow, eachSchema } from './schema.ts'

/** To parse and check so many takes tens of milliseconds, and meanwhile nobody else is answered. */
const maxValues = 15_000

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

/**
 * Every text, list and map of an answer has a largest size, too, so that clients can plan for it; or says by
 * `x-unbounded` why there is none. Where an input sets the value, the limit is the input's.
 */
export function checkAnswerBounds(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const check = (file: SourceFile, start: Path, schema: Json) =>
    eachSchema(schema, (object, path) => {
      const report = (message: string) => problems.push(problemAt(file, [...start, ...path], message))
      const missing = missingSizes(object)
      const reason = object[unbounded]
      if (reason === undefined && missing.length > 0)
        report(`answers have limits: add ${missing.join(', ')}, or why there is none as ${unbounded}`)
      if (
        reason !== undefined &&
        (missing.length === 0 || typeof reason !== 'string' || reason.trim() === '')
      )
        report(`${unbounded} says in words why a text, list or map of an answer has no limit`)
    })
  for (const source of contract.sources)
    check(source, ['post', 'responses', '200', 'content', 'application/json', 'schema'], resultSchema(source))
  for (const file of contract.components.get('headers')?.values() ?? [])
    check(file, ['schema'], file.value['schema'] ?? null)
  const inputs = componentsBelow(contract, contract.sources.map(requestSchema))
  for (const [name, file] of contract.components.get('schemas') ?? [])
    if (!inputs.has(name)) check(file, [], file.value)
  return problems
}

const unbounded = 'x-unbounded'

/** The keywords that limit the size of a value, as far as they are missing. */
function missingSizes(schema: JsonObject): string[] {
  if (['enum', 'const', '$ref'].some((key) => key in schema)) return []
  const types = [schema['type'] ?? []].flat()
  const sizes = [
    ...(types.includes('string') && !hasOwnLength(schema) ? ['maxLength'] : []),
    ...(types.includes('array') ? ['maxItems'] : []),
    ...(types.includes('object') && typeof schema['additionalProperties'] === 'object'
      ? ['maxProperties']
      : []),
  ]
  return sizes.filter((key) => schema[key] === undefined)
}

/** Bounds that an input lacks: numbers need a range besides. */
function missingBounds(schema: JsonObject): string[] {
  const types = [schema['type'] ?? []].flat()
  const isNumber = types.includes('integer') || types.includes('number')
  const listed = ['enum', 'const', '$ref'].some((key) => key in schema)
  const range = isNumber && !listed ? ['minimum', 'maximum'] : []
  return [...missingSizes(schema), ...range.filter((key) => schema[key] === undefined)]
}

/** Days and moments have a fixed length. An id of any length is answered like an unknown one. */
function hasOwnLength(schema: JsonObject): boolean {
  return /^date(-time)?$/.test(String(schema['format'])) || schema['x-id'] !== undefined
}
