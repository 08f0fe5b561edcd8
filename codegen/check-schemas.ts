import { annotations } from './ajv.ts'
import {
  isObject,
  requestSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, refNames } from './schema.ts'

/** Every object is closed, the target of every reference exists, and every name in `required` is a property. */
export function checkSchemas(contract: Contract): Problem[] {
  const problems: Problem[] = []
  for (const [kind, files] of contract.components)
    for (const file of files.values()) {
      if (kind === 'schemas') checkSchema(contract, file, file.value, [], problems)
      else checkNode(contract, file, file.value, [], problems)
    }
  for (const source of contract.sources) {
    checkNode(contract, source, source.operation, ['post'], problems)
    const loop = recursion(contract, requestSchema(source))
    if (loop)
      problems.push(
        problemAt(source, ['post', 'requestBody'], `${loop} contains itself; an input cannot be recursive`),
      )
  }
  return problems
}

/** Checks a node that is not a schema: finds the schemas and references in it. */
function checkNode(contract: Contract, file: SourceFile, node: Json, path: Path, problems: Problem[]): void {
  if (Array.isArray(node))
    return node.forEach((item, index) => checkNode(contract, file, item, [...path, index], problems))
  if (!isObject(node)) return
  checkRef(contract, file, node, path, problems)
  for (const [key, value] of Object.entries(node))
    if (key === 'schema') checkSchema(contract, file, value, [...path, key], problems)
    else if (key !== 'example' && key !== 'examples')
      checkNode(contract, file, value, [...path, key], problems)
}

function checkSchema(
  contract: Contract,
  file: SourceFile,
  schema: Json,
  start: Path,
  problems: Problem[],
): void {
  eachSchema(schema, (object, path) => {
    const report = (below: Path, message: string) =>
      problems.push(problemAt(file, [...start, ...path, ...below], message))
    checkRef(contract, file, object, [...start, ...path], problems)
    const properties = isObject(object['properties']) ? object['properties'] : {}
    const open = object['additionalProperties'] === undefined || object['additionalProperties'] === true
    if ([object['type']].flat().includes('object')) {
      if (open && object['x-any'] === undefined)
        report([], 'the object is open: say additionalProperties: false, or what a map holds')
      for (const [index, name] of [object['required'] ?? []].flat().entries())
        if (!Object.hasOwn(properties, String(name)))
          report(['required', index], `required names ${String(name)}, which is not a property`)
    }
    checkForGenerators(object, path.length === 0 && start.length === 0, report)
    for (const key of Object.keys(object))
      if (key.startsWith('x-') && !annotations.includes(key))
        report([key], `${key} is not known in a schema; known are ${annotations.join(', ')}`)
  })
}

/** Refuses valid schemas for which widely used client generators fail or write wrong code. */
function checkForGenerators(
  schema: JsonObject,
  isComponent: boolean,
  report: (below: Path, message: string) => void,
): void {
  const types = [schema['type'] ?? []].flat()
  if (types.filter((type) => type !== 'null').length > 1)
    report(['type'], 'generators in Go refuse a list of types: say anyOf, with one type each')
  if (isComponent && types.includes('object') && types.includes('null'))
    report(['type'], 'generators lose the null of a named object: say anyOf [$ref, null] where it is used')
  if (typeof schema['const'] === 'boolean')
    report(['const'], 'generators in Java and C# write code that does not compile: say type: boolean')
  for (const [name, property] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
    if (isObject(property) && property['type'] === 'null')
      report(
        ['properties', name, 'type'],
        "the generator in Java takes null alone for a class: say [string, 'null']",
      )
}

function checkRef(
  contract: Contract,
  file: SourceFile,
  node: JsonObject,
  path: Path,
  problems: Problem[],
): void {
  const ref = node['$ref']
  if (ref === undefined) return
  const [start, components, kind = '', name = '', ...rest] = String(ref).split('/')
  const found =
    start === '#' &&
    components === 'components' &&
    rest.length === 0 &&
    contract.components.get(kind)?.has(name)
  if (!found) problems.push(problemAt(file, [...path, '$ref'], `there is no ${JSON.stringify(ref)}`))
}

/** The name of a component that contains itself, among those that the schema refers to. */
function recursion(contract: Contract, schema: Json, above: string[] = []): string | undefined {
  for (const name of refNames(schema)) {
    const target = contract.components.get('schemas')?.get(name)
    const loop = above.includes(name) ? name : target && recursion(contract, target.value, [...above, name])
    if (loop) return loop
  }
  return undefined
}

/** A problem at a path of a file. It is reported where that part is written. */
export function problemAt(file: SourceFile, path: Path, message: string): Problem {
  const written = writtenAt(file, path)
  return { file: written.file.file, line: written.file.lineOf(written.path), message }
}

/** The place where a part is written: in the file itself, or in the one from which `x-include` or `$example` took it. */
export function writtenAt(file: SourceFile, path: Path): { file: SourceFile; path: Path } {
  const origin = file.included?.find(
    (one) =>
      one.path.every((step, index) => String(step) === String(path[index])) &&
      !one.refinedHere.includes(String(path[one.path.length])),
  )
  if (!origin) return { file, path }
  return writtenAt(origin.from, [...origin.at, ...path.slice(origin.path.length)])
}
