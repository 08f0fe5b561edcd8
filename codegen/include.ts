import { problemAt } from './check-schemas.ts'
import { isObject, type Included, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'

/** The keywords that an object may add to a property from a set. */
const refinements = ['default', 'description', 'x-redact']

type Sets = ReadonlyMap<string, SourceFile>
type Report = (path: Path, message: string) => void

/**
 * Properties that several objects share are written once, as a set in `components/properties/<Name>.yaml`
 * (`{required?: […], properties: {…}}`). A schema of an object includes sets by `x-include: [<Name>]`. This function
 * puts the properties into the schemas, so that all later steps need not know about sets. They come before the object's
 * own properties when `x-include` is written before `properties`, else after them.
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
      if (object['x-include'] === undefined) return
      const report = reportIn(file, path)
      const names = setNames(object, sets, report)
      for (const name of names) used.add(name)
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
    if (object['x-include'] !== undefined) report([...path, 'x-include'], 'a set includes no other')
  })
}

/** The names in `x-include` for which there is a set. */
function setNames(object: JsonObject, sets: Sets, report: Report): string[] {
  const names = object['x-include']
  if (object['type'] !== 'object') report(['x-include'], 'x-include is for a schema of type object')
  if (!Array.isArray(names) || names.length === 0)
    report(['x-include'], 'x-include is a list of names from components/properties')
  return [names ?? []].flat().flatMap((name, index, all) => {
    if (all.indexOf(name) < index) report(['x-include', index], `${String(name)} is included twice`)
    else if (typeof name === 'string' && sets.has(name)) return [name]
    else report(['x-include', index], `there is no file openapi/components/properties/${String(name)}.yaml`)
    return []
  })
}

/** Puts the sets into the object. Answers from where each property came, with its path in the object. */
function takeIn(object: JsonObject, names: string[], sets: Sets, report: Report): Included[] {
  const own = isObject(object['properties']) ? object['properties'] : {}
  const taken = new Map<string, { value: JsonObject; origin: Included }>()
  const required: Json[] = []
  for (const set of names) {
    const from = sets.get(set) as SourceFile
    required.push(...[from.value['required'] ?? []].flat())
    for (const [name, property] of Object.entries(from.value['properties'] as JsonObject)) {
      const path = ['properties', name]
      const refined = own[name] ?? {}
      if (taken.has(name)) report(['x-include'], `${name} is in ${set} and in another set`)
      if (!isObject(refined) || Object.keys(refined).some((key) => !refinements.includes(key)))
        report(path, `${name} comes from ${set}; here it can have ${refinements.join(', ')}, nothing else`)
      const refinedHere = Object.keys(refined as JsonObject)
      const value = { ...(structuredClone(property) as JsonObject), ...(refined as JsonObject) }
      taken.set(name, { value, origin: { path, from, at: path, refinedHere } })
    }
  }
  const included = Object.fromEntries([...taken].map(([name, { value }]) => [name, value]))
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => !taken.has(name)))
  const keys = Object.keys(object)
  const first = !keys.includes('properties') || keys.indexOf('x-include') < keys.indexOf('properties')
  object['properties'] = first ? { ...included, ...rest } : { ...rest, ...included }
  const all = [...required, ...[object['required'] ?? []].flat()]
  if (all.length > 0) object['required'] = [...new Set(all)]
  delete object['x-include']
  return [...taken.values()].map(({ origin }) => origin)
}

function eachObject(value: Json, visit: (object: JsonObject, path: Path) => void, path: Path = []): void {
  if (Array.isArray(value)) return value.forEach((item, index) => eachObject(item, visit, [...path, index]))
  if (!isObject(value)) return
  visit(value, path)
  for (const [key, item] of Object.entries(value)) eachObject(item, visit, [...path, key])
}
