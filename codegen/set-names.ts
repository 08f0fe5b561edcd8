import { problemAt } from './check-schemas.ts'
import { isObject, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'

/** A place in a description for the names of the properties of a set. */
const placeholder = /\{names of (\w+)\}/g

/**
 * Puts the names of a set's properties where the contract lists them, so that no list lacks one: below `enum`, by
 * `x-include-names: [<set>]` beside it, and in a description, in the place of `{names of <set>}`.
 *
 * @param files all files with schemas; they are changed
 * @param sets by name
 */
export function includeNames(files: SourceFile[], sets: ReadonlyMap<string, SourceFile>): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    const namesOf = (set: Json, path: Path): string[] => {
      const properties = typeof set === 'string' ? sets.get(set)?.value['properties'] : undefined
      if (isObject(properties)) return Object.keys(properties)
      const missing = `there is no file openapi/components/properties/${String(set)}.yaml`
      problems.push(problemAt(file, path, missing))
      return []
    }
    eachObject(file.value, (object, path) => {
      const sets = object['x-include-names']
      const { description } = object
      if (sets !== undefined) {
        const names = [sets].flat().flatMap((set) => namesOf(set, [...path, 'x-include-names']))
        object['enum'] = [...[object['enum'] ?? []].flat(), ...names]
        delete object['x-include-names']
      }
      if (typeof description === 'string')
        object['description'] = description.replaceAll(placeholder, (_, set: string) =>
          namesOf(set, [...path, 'description']).join(', '),
        )
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
