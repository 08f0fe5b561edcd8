import { problemAt } from './check-schemas.ts'
import { isObject, type Included, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'

const includes = ['x-include', 'x-include-not-null'] as const
type Way = (typeof includes)[number]
/** A set, and how an object includes it. */
type Use = { name: string; way: Way }
/** The keywords that an object may add to a property from a set. */
const refinements = ['default', 'description', 'x-redact']

type Sets = ReadonlyMap<string, SourceFile>
type Report = (path: Path, message: string) => void

/**
 * Properties that several objects share are written once, as a set in `components/properties/<Name>.yaml`
 * (`{required?: […], properties: {…}}`). A schema of an object includes sets by `x-include: [<Name>]`. This function
 * puts the properties into the schemas, so that all later steps need not know about sets. They come before the object's
 * own properties when `x-include` is written before `properties`, else after them. `x-include-not-null` includes sets in
 * which null means to clear, for an input that cannot clear: null is then no value of any property.
 *
 * The object may require an included property, give it a `default` or a `description`, and mark it `x-redact`. Anything
 * else is refused, because then the set would no longer say what the property is.
 *
 * @param files all files with schemas; they are changed
 * @param sets by name
 */
export function includeProperties(files: SourceFile[], sets: Sets): Problem[] {
  const problems: Problem[] = []
  const reportIn =
    (file: SourceFile, above: Path = []): Report =>
    (path, message) =>
      problems.push(problemAt(file, [...above, ...path], message))
  for (const set of sets.values()) checkSet(set.value, reportIn(set))
  if (problems.length > 0) return problems

  const used = new Set<string>()
  for (const file of files)
    eachObject(file.value, (object, path) => {
      const ways = includes.filter((way) => object[way] !== undefined)
      if (ways.length === 0) return
      const report = reportIn(file, path)
      const names = ways.flatMap((way) => setNames(object, way, sets, report))
      for (const { name } of names) used.add(name)
      const taken = takeIn(object, names, sets, report)
      const included = taken.map((one) => ({ ...one, path: [...path, ...one.path] }))
      file.included = [...(file.included ?? []), ...included]
    })
  for (const [name, set] of sets)
    if (!used.has(name)) reportIn(set)([], `no object includes ${name}; remove the file`)
  return problems
}

function checkSet(set: JsonObject, report: Report): void {
  const { properties, required, ...others } = set
  if (!isObject(properties)) return report([], 'a set needs properties')
  for (const key of Object.keys(others))
    report([key], `a set has properties and required, not ${key}: that is for the object to say`)
  for (const [name, property] of Object.entries(properties))
    if (!isObject(property)) report(['properties', name], `${name} is not a schema`)
  for (const [index, name] of [required ?? []].flat().entries())
    if (!Object.hasOwn(properties, String(name)))
      report(['required', index], `required names ${String(name)}, which is not a property of the set`)
  eachObject(set, (object, path) => {
    for (const way of includes)
      if (object[way] !== undefined) report([...path, way], 'a set includes no other')
  })
}

/** The names in `x-include` or `x-include-not-null` for which there is a set. */
function setNames(object: JsonObject, way: Way, sets: Sets, report: Report): Use[] {
  const names = object[way]
  if (object['type'] !== 'object') report([way], `${way} is for a schema of type object`)
  if (!Array.isArray(names) || names.length === 0)
    report([way], `${way} is a list of names from components/properties`)
  return [names ?? []].flat().flatMap((name, index, all) => {
    if (all.indexOf(name) < index) report([way, index], `${String(name)} is included twice`)
    else if (typeof name === 'string' && sets.has(name)) return [{ name, way }]
    else report([way, index], `there is no file openapi/components/properties/${String(name)}.yaml`)
    return []
  })
}

/** Puts the sets into the object. Answers from where each property came, with its path in the object. */
function takeIn(object: JsonObject, uses: Use[], sets: Sets, report: Report): Included[] {
  const own = isObject(object['properties']) ? object['properties'] : {}
  const taken = new Map<string, { value: JsonObject; origin: Included }>()
  const required: Json[] = []
  for (const { name: set, way } of uses) {
    const from = sets.get(set) as SourceFile
    required.push(...[from.value['required'] ?? []].flat())
    for (const [name, property] of Object.entries(from.value['properties'] as JsonObject)) {
      const path = ['properties', name]
      const refined = own[name] ?? {}
      if (taken.has(name)) report([way], `${name} is in ${set} and in another set`)
      if (!isObject(refined) || Object.keys(refined).some((key) => !refinements.includes(key)))
        report(path, `${name} comes from ${set}; here it can have ${refinements.join(', ')}, nothing else`)
      const refinedHere = Object.keys(refined as JsonObject)
      const copy = structuredClone(property) as JsonObject
      const value = { ...(way === 'x-include' ? copy : withoutNull(copy)), ...(refined as JsonObject) }
      taken.set(name, { value, origin: { path, from, at: path, refinedHere } })
    }
  }
  const included = Object.fromEntries([...taken].map(([name, { value }]) => [name, value]))
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => !taken.has(name)))
  const keys = Object.keys(object)
  const first = !keys.includes('properties') || keys.indexOf(uses[0]?.way ?? '') < keys.indexOf('properties')
  object['properties'] = first ? { ...included, ...rest } : { ...rest, ...included }
  const all = [...required, ...[object['required'] ?? []].flat()]
  if (all.length > 0) object['required'] = [...new Set(all)]
  for (const way of includes) delete object[way]
  return [...taken.values()].map(({ origin }) => origin)
}

/** A schema that does not take null, by `type: [<type>, 'null']`, an `enum` or `anyOf`. */
function withoutNull(schema: JsonObject): JsonObject {
  const rest = { ...schema }
  const types = [rest['type'] ?? []].flat().filter((type) => type !== 'null')
  if (types.length > 0) rest['type'] = types.length === 1 ? (types[0] as string) : types
  if (Array.isArray(rest['enum'])) rest['enum'] = rest['enum'].filter((value) => value !== null)
  if (!Array.isArray(rest['anyOf'])) return rest
  const { anyOf, ...others } = rest
  const schemas = anyOf.filter((one) => !isObject(one) || one['type'] !== 'null')
  return schemas.length === 1 ? { ...others, ...(schemas[0] as JsonObject) } : { ...others, anyOf: schemas }
}

function eachObject(value: Json, visit: (object: JsonObject, path: Path) => void, path: Path = []): void {
  if (Array.isArray(value)) return value.forEach((item, index) => eachObject(item, visit, [...path, index]))
  if (!isObject(value)) return
  visit(value, path)
  for (const [key, item] of Object.entries(value)) eachObject(item, visit, [...path, key])
}
