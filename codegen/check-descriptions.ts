import { problemAt } from './check-schemas.ts'
import {
  at,
  isObject,
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { componentsBelow, eachSchema, refName, resolveRef } from './schema.ts'

/**
 * Every property, parameter and header has a description, which says more than its name: something that a reader cannot
 * guess, such as the unit, the format, the meaning of null or the default.
 */
export function checkDescriptions(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const schemas = contract.components.get('schemas') ?? new Map<string, SourceFile>()
  const check = (file: SourceFile, start: Path, schema: Json, above: string, sent: boolean) =>
    eachSchema(schema, (object, path) => {
      const around = [above, ...path.map(String)].join(' ')
      for (const [name, property] of Object.entries((object['properties'] as JsonObject | undefined) ?? {})) {
        const described = sent ? withoutNull(property) : (property as JsonObject)
        const wrong = describedBadly(name, resolveRef(contract, described), around)
        const place = [...start, ...path, 'properties', name]
        if (wrong) problems.push(problemAt(file, descriptionIn(property, place), wrong))
      }
    })
  const inputs = componentsBelow(contract, contract.sources.map(requestSchema))
  for (const [name, file] of schemas) check(file, [], file.value, name, inputs.has(name))
  for (const kind of ['parameters', 'headers'])
    for (const [name, file] of contract.components.get(kind) ?? []) {
      const wrong = describedBadly(name, file.value, '')
      if (wrong) problems.push(problemAt(file, descriptionIn(file.value, []), wrong))
    }
  for (const source of contract.sources) {
    const json = ['content', 'application/json', 'schema']
    check(source, ['post', 'requestBody', ...json], requestSchema(source), source.action, true)
    check(source, ['post', 'responses', '200', ...json], resultSchema(source), source.action, false)
  }
  return problems
}

/** Each property of the published document has a description, also where codegen made it or a protocol wrote it. */
export function checkPublishedDescriptions(contract: Contract, document: JsonObject): Problem[] {
  const schemas = at(document, 'components', 'schemas') as JsonObject
  const problems: Problem[] = []
  const resolve = (schema: JsonObject): JsonObject => {
    const name = refName(schema)
    return name === undefined ? schema : { ...resolve(schemas[name] as JsonObject), ...withoutRef(schema) }
  }
  const check = (place: string, schema: Json) =>
    eachSchema(schema, (object, path) => {
      const around = [place, ...path.map(String)].join(' ')
      for (const [name, property] of Object.entries((object['properties'] as JsonObject | undefined) ?? {})) {
        const wrong = describedBadly(name, resolve(property as JsonObject), '')
        if (wrong)
          problems.push(problemAt(contract.base, [], `in the published document, at ${around}: ${wrong}`))
      }
    })
  for (const [name, schema] of Object.entries(schemas)) check(name, schema)
  for (const [address, { value }] of contract.protocol) eachBody(value, (schema) => check(address, schema))
  return problems
}

function withoutRef({ $ref: _ref, ...siblings }: JsonObject): JsonObject {
  return siblings
}

/** Calls `visit` for each schema of a body in a Path Item. */
function eachBody(node: Json, visit: (schema: Json) => void): void {
  if (Array.isArray(node)) return node.forEach((item) => eachBody(item, visit))
  if (!isObject(node)) return
  for (const [key, value] of Object.entries(node))
    if (key === 'schema') visit(value)
    else if (key !== 'example' && key !== 'examples') eachBody(value, visit)
}

/**
 * For an input that may be null: the schema of the other values. Their description is enough, because in inputs null
 * always means to have no value. In answers, null needs a description.
 */
function withoutNull(property: Json): JsonObject {
  const { anyOf, ...own } = property as JsonObject
  const [value, ...others] = [anyOf ?? []].flat().filter((one) => isObject(one) && one['type'] !== 'null')
  return others.length === 0 && isObject(value) ? { ...value, ...own } : (property as JsonObject)
}

function describedBadly(name: string, { description }: JsonObject, around: string): string | undefined {
  const help = 'say its unit, format, an example, what null means or what it defaults to'
  if (typeof description !== 'string' || description.trim() === '')
    return `${name} has no description: ${help}`
  const known = words(`${name} ${around}`)
  if (words(description).every((word) => known.includes(word)))
    return `the description of ${name} says no more than its name: ${help}`
  return undefined
}

/** The place of the description, or of the property if there is none. */
function descriptionIn(property: Json, place: Path): Path {
  return isObject(property) && property['description'] !== undefined ? [...place, 'description'] : place
}

const small = /^(a|an|the|of|for|to|in|on|by|with|this|that|its|their|his|her|is|are|was|it|s)$/

/** The significant words of a text or a name: `PersonId`, `person_ids` and "the ids of a person" give person and id. */
function words(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !small.test(word))
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=x|ch|sh|ss)es$/, '')
        .replace(/(?<!s)s$/, ''),
    )
}
