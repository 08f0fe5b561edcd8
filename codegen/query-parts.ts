import { problemAt } from './check-schemas.ts'
import { isObject, requestSchema, type Contract, type JsonObject, type Path, type Source } from './model.ts'
import type { Problem } from './problems.ts'
import { queryType } from './query-type.ts'
import { eachSchema, resolveRef } from './schema.ts'

const key = 'x-query'

/** A part of an object in an input, which has a query parameter of its own. */
export interface QueryPart {
  /** The name of the parameter: `joined_from`. */
  name: string
  /** The property of the input: `joined_between`. */
  property: string
  /** The property of the object: `from`. */
  part: string
  schema: JsonObject
}

/** The parts of one property of an input that have parameters of their own (`x-query`). */
export function queryPartsOf(contract: Contract, property: string, schema: JsonObject): QueryPart[] {
  const names = resolveRef(contract, schema)[key]
  if (!isObject(names)) return []
  const parts = propertiesOf(resolveRef(contract, schema))
  return Object.entries(names).map(([part, name]) => ({
    name: String(name),
    property,
    part,
    schema: parts[part] as JsonObject,
  }))
}

/** Finds the query parts of all properties of an input. */
export function queryParts(contract: Contract, source: Source): QueryPart[] {
  return Object.entries(inputOf(contract, source)).flatMap(([name, schema]) =>
    queryPartsOf(contract, name, schema as JsonObject),
  )
}

/**
 * An object in the input of a read says by `x-query: { from: joined_from, to: joined_to }` which query parameters its
 * properties are on GET. As one parameter it would be JSON (`content`), for which some generators make no client.
 */
export function checkQueryParts(contract: Contract): Problem[] {
  const problems: Problem[] = []
  for (const source of contract.sources) {
    const start = ['post', 'requestBody', 'content', 'application/json', 'schema']
    const report = (path: Path, message: string) =>
      problems.push(problemAt(source, [...start, ...path], message))
    const input = inputOf(contract, source)
    const isRead = source.operation['x-class'] === 'read'
    eachSchema(requestSchema(source), (schema, path) => {
      if (schema[key] !== undefined && !(isRead && path.length === 2))
        report([...path, key], `${key} belongs to a property of the input of a read itself`)
    })
    if (!isRead) continue
    const taken = new Set(Object.keys(input))
    for (const [name, schema] of Object.entries(input))
      checkProperty(contract, schema as JsonObject, taken, (message) => report(['properties', name], message))
  }
  for (const file of contract.components.get('schemas')?.values() ?? [])
    eachSchema(file.value, (schema, path) => {
      if (schema[key] !== undefined)
        problems.push(problemAt(file, [...path, key], `${key} belongs where the input uses this`))
    })
  return problems
}

/** @param taken the names of parameters so far; those of this property are added */
function checkProperty(
  contract: Contract,
  schema: JsonObject,
  taken: Set<string>,
  report: (message: string) => void,
): void {
  const resolved = resolveRef(contract, schema)
  const names = resolved[key]
  if (names === undefined) {
    if ([resolved['type']].flat().includes('object'))
      report(`generators fail at an object in a query: name a parameter for each of its values by ${key}`)
    return
  }
  const parts = Object.entries(propertiesOf(resolved))
  const named = isObject(names) ? names : {}
  if (
    parts.length === 0 ||
    parts.map(([part]) => part).join() !== Object.keys(named).join() ||
    parts.some(([, part]) => queryType(contract, part as JsonObject) === 'json')
  )
    report(
      `${key} names, in their order, all properties of a closed object, which are texts, numbers or booleans`,
    )
  for (const name of Object.values(named)) {
    if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name))
      report(`${key} gives names of lower-case words joined by _`)
    else if (taken.has(name)) report(`there is another parameter ${name}`)
    taken.add(String(name))
  }
}

function inputOf(contract: Contract, source: Source): JsonObject {
  return propertiesOf(resolveRef(contract, requestSchema(source)))
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {}
}
