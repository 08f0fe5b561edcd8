import { problemAt } from './check-schemas.ts'
import { isObject, type Included, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { namedSet, propertyNames } from './set-names.ts'

/** The keywords of an example: the name of another one, and the properties of that one which are left out. */
const use = '$example'
const leaveOut = '$without'

type Files = ReadonlyMap<string, SourceFile>
type Report = (path: Path, message: string) => void

/** A value without `$example`, and from where its parts came. */
interface Filled {
  value: Json
  included: Included[]
}

/**
 * Named examples. A record that many examples show is written once, in `components/examples/<Name>.yaml`. Wherever an
 * example has `{ $example: <Name> }`, this function puts a copy of it; the other properties that are written beside
 * `$example` replace those of the copy or come after them, and `$without: [<property>]` removes some; there, `{names of <set>}`
 * is whatever a set of properties has. A named example may use others. Schemas tell which properties there are.
 *
 * @param files all files with examples; they are changed, so that no later step knows about names
 * @param named by name
 * @param sets of properties, by name
 */
export function includeExamples(files: SourceFile[], named: Files, sets: Files): Problem[] {
  const problems: Problem[] = []
  const names = new Names(named, sets, problems)
  for (const file of files) {
    for (const { holder, key, path } of examplesIn(file.value)) {
      const { value, included } = names.fill(holder[key] as Json, file, path)
      holder[key] = value
      file.included = [...(file.included ?? []), ...included]
    }
  }
  for (const [name, file] of named)
    if (!names.used.has(name)) problems.push(problemAt(file, [], `no example uses ${name}; remove the file`))
  return problems
}

class Names {
  readonly used = new Set<string>()
  readonly #named: Files
  readonly #sets: Files
  readonly #problems: Problem[]
  readonly #open: string[] = []
  readonly #done = new Set<string>()

  constructor(named: Files, sets: Files, problems: Problem[]) {
    this.#named = named
    this.#sets = sets
    this.#problems = problems
  }

  /** Replaces all names below a value at a place of a file. */
  fill(value: Json, file: SourceFile, path: Path): Filled {
    if (Array.isArray(value)) {
      const items = value.map((item, index) => this.fill(item, file, [...path, index]))
      return { value: items.map((item) => item.value), included: items.flatMap((item) => item.included) }
    }
    if (!isObject(value)) return { value, included: [] }
    if (Object.hasOwn(value, use)) return this.#copy(value, file, path)
    if (Object.hasOwn(value, leaveOut))
      this.#problems.push(problemAt(file, [...path, leaveOut], `${leaveOut} stands beside ${use}`))
    return this.#properties(value, file, path)
  }

  #properties(
    object: JsonObject,
    file: SourceFile,
    path: Path,
  ): Omit<Filled, 'value'> & { value: JsonObject } {
    const filled = Object.entries(object).map(
      ([key, item]) => [key, this.fill(item, file, [...path, key])] as const,
    )
    return {
      value: Object.fromEntries(filled.map(([key, item]) => [key, item.value])),
      included: filled.flatMap(([, item]) => item.included),
    }
  }

  #copy(object: JsonObject, file: SourceFile, path: Path): Filled {
    const { [use]: name, [leaveOut]: without = [], ...own } = object
    const report: Report = (at, message) => this.#problems.push(problemAt(file, [...path, ...at], message))
    const from = this.#find(name as Json, report)
    const { value: overrides, included } = this.#properties(own, file, path)
    if (!from) return { value: overrides, included }
    const listed = [without].flat().map(String)
    // What a set has and the named example lacks is told when that one is checked.
    const ofSets = listed.flatMap((key) => propertyNames(this.#sets, namedSet(key) ?? '') ?? [])
    for (const [index, key] of listed.entries())
      if (
        !this.#sets.has(namedSet(key) ?? '') &&
        (!Object.hasOwn(from.value, key) || Object.hasOwn(own, key))
      )
        report([leaveOut, index], `${key} cannot be left out: it is not in ${from.file}, or has a value here`)
    const left = [...listed, ...ofSets]
    const copy: JsonObject = Object.fromEntries(
      Object.entries(structuredClone(from.value)).filter(([key]) => !left.includes(key)),
    )
    const refinedHere = Object.keys(own)
    return {
      value: { ...copy, ...overrides },
      included: [{ path, from, at: [], refinedHere }, ...included],
    }
  }

  /** The file of a named example, in which all names are replaced; undefined, and a problem, if there is none. */
  #find(name: Json, report: Report): SourceFile | undefined {
    const file = typeof name === 'string' ? this.#named.get(name) : undefined
    if (typeof name !== 'string' || !file)
      return void report([use], `there is no file openapi/components/examples/${String(name)}.yaml`)
    if (this.#open.includes(name)) return void report([use], `${name} uses itself`)
    this.used.add(name)
    if (this.#done.has(name)) return file
    this.#open.push(name)
    const { value, included } = this.fill(file.value, file, [])
    this.#open.pop()
    this.#done.add(name)
    file.value = value as JsonObject
    file.included = included
    return file
  }
}

/** The places of a file that hold an example, or several by name. */
function examplesIn(value: Json, path: Path = []): { holder: JsonObject; key: string; path: Path }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => examplesIn(item, [...path, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'example' || key === 'examples'
      ? [{ holder: value, key, path: [...path, key] }]
      : examplesIn(item, [...path, key]),
  )
}
