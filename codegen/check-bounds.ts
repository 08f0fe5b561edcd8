import { problemAt } from './check-schemas.ts'
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

/**
 * Whatever may be sent has an end: texts, lists and maps a largest size, numbers a range. Without one the limit is
 * whatever breaks first, and nobody is told it.
 */
export function checkBounds(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const check = (file: SourceFile, start: Path, schema: Json) =>
    eachSchema(schema, (object, path) => {
      const missing = missingBounds(object)
      if (missing.length > 0)
        problems.push(
          problemAt(file, [...start, ...path], `what may be sent has an end: say ${missing.join(', ')}`),
        )
    })
  for (const source of contract.sources)
    check(source, ['post', 'requestBody', 'content', 'application/json', 'schema'], requestSchema(source))
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
    // As long as a day or a moment is, every text of that format is.
    ...(types.includes('string') && !/^date(-time)?$/.test(String(schema['format'])) ? ['maxLength'] : []),
    ...(types.includes('array') ? ['maxItems'] : []),
    ...(types.includes('object') && typeof schema['additionalProperties'] === 'object'
      ? ['maxProperties']
      : []),
    ...(types.includes('integer') || types.includes('number') ? ['minimum', 'maximum'] : []),
  ]
  return bounds.filter((key) => schema[key] === undefined)
}
