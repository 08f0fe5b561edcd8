import { problemAt } from './check-schemas.ts'
import { isObject, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'

/** A place for the names of the properties of a set. */
const placeholder = /\{names of (\w+)\}/g

/** The names of the properties of a set; undefined when there is no such set. */
export function propertyNames(sets: ReadonlyMap<string, SourceFile>, name: string): string[] | undefined {
  const properties = sets.get(name)?.value['properties']
  return isObject(properties) ? Object.keys(properties) : undefined
}

/** The set whose names a text stands for, when that is all that it says. */
export const namedSet = (text: Json): string | undefined =>
  typeof text === 'string' ? /^\{names of (\w+)\}$/.exec(text)?.[1] : undefined

/**
 * Puts the names of a set's properties where the contract lists them, so that no list lacks one: below `enum`, by
 * `x-include-names: [<set>]` beside it; in the place of `{names of <set>}` in a description, in a `pattern` as the words
 * from which it has one, and in the list `hidden_fields` of an example.
 *
 * @param files all files with schemas or examples; they are changed
 * @param sets by name
 */
export function includeNames(files: SourceFile[], sets: ReadonlyMap<string, SourceFile>): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    const namesOf = (set: Json, path: Path): string[] => {
      const names = propertyNames(sets, String(set))
      if (names) return names
      const missing = `there is no file openapi/components/properties/${String(set)}.yaml`
      problems.push(problemAt(file, path, missing))
      return []
    }
    eachObject(file.value, (object, path) => {
      const sets = object['x-include-names']
      if (sets !== undefined) {
        const names = [sets].flat().flatMap((set) => namesOf(set, [...path, 'x-include-names']))
        object['enum'] = [...[object['enum'] ?? []].flat(), ...names]
        delete object['x-include-names']
      }
      for (const [key, between] of [
        ['description', ', '],
        ['pattern', '|'],
      ] as const) {
        const text = object[key]
        if (typeof text === 'string')
          object[key] = text.replaceAll(placeholder, (_, set: string) =>
            namesOf(set, [...path, key]).join(between),
          )
      }
      const { hidden_fields: hidden } = object
      if (Array.isArray(hidden))
        object['hidden_fields'] = hidden.flatMap((item, index) => {
          const set = namedSet(item)
          return set === undefined ? item : namesOf(set, [...path, 'hidden_fields', index])
        })
    })
  }
  return problems
}

function eachObject(value: Json, visit: (object: JsonObject, path: Path) => void, path: Path = []): void {
  if (Array.isArray(value)) return value.forEach((item, index) => eachObject(item, visit, [...path, index]))
  if (!isObject(value)) return
  visit(value, path)
  for (const [key, item] of Object.entries(value)) eachObject(item, visit, [...path, key])
}
