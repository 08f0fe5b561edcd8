import { problemAt } from './check-schemas.ts'
import {
  at,
  isObject,
  media,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type Source,
} from './model.ts'
import type { Problem } from './problems.ts'
import { resolveRef } from './schema.ts'

/** By place: the path at which the example first has it, and whether it is filled there or in another item of a list. */
type Places = Map<string, { path: Path; isFilled: boolean }>

/** Values that were found in an example. A place is written like `people.*.job`. */
interface Seen {
  /** For the place of each object: its properties that may be null. */
  objects: Map<string, Places>
  lists: Places
}

/**
 * Every example of a result has values to show. Readers learn the shape of a result from its example, and clients make
 * test data from it: an empty list tells nothing about its items, and null nothing about the value. So a list of objects
 * has at least one item, and an object with several properties that may be null has a value in at least one of them. If
 * there is only one such property in the whole example, it has a value. Properties whose description says "always null"
 * do not count, nor do lists whose description says "empty unless": they have items only where the rest shows nothing.
 *
 * Call it after checkExamples: it expects that examples fit their schemas.
 */
export function checkExampleValues(contract: Contract): Problem[] {
  return contract.sources.flatMap((source) => {
    const seen: Seen = { objects: new Map(), lists: new Map() }
    const example = media(at(source.operation, 'responses', '200'))?.['example'] ?? null
    look(contract, resultSchema(source), example, [], seen)
    return [...emptyLists(source, seen), ...nothingButNull(source, seen)]
  })
}

function look(contract: Contract, schema: Json | undefined, value: Json, path: Path, seen: Seen): void {
  if (!isObject(schema) || value === null) return
  const resolved = notNull(contract, schema)
  const place = path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')
  if (Array.isArray(value)) {
    if (path.length === 0 || isObjects(contract, resolved['items']))
      note(seen.lists, place, path, value.length > 0)
    value.forEach((item, index) => look(contract, resolved['items'], item, [...path, index], seen))
  } else if (isObject(value)) {
    const properties = (resolved['properties'] as JsonObject | undefined) ?? {}
    const nullables: Places = seen.objects.get(place) ?? new Map()
    seen.objects.set(place, nullables)
    for (const [name, inner] of Object.entries(value)) {
      const property = properties[name]
      if (mayBeNull(contract, property)) note(nullables, name, [...path, name], inner !== null)
      if (isRarelyFilled(property) && Array.isArray(inner) && inner.length === 0) continue
      look(contract, property, inner, [...path, name], seen)
    }
  }
}

function note(places: Places, place: string, path: Path, isFilled: boolean): void {
  const before = places.get(place)
  places.set(place, { path: before?.path ?? path, isFilled: isFilled || before?.isFilled === true })
}

function emptyLists(source: Source, { lists }: Seen): Problem[] {
  return [...lists.values()]
    .filter(({ isFilled }) => !isFilled)
    .map(({ path }) => {
      const name = path.length === 0 ? 'the result' : path.join('.')
      return problemInExample(source, path, `the example shows no item: ${name} is an empty list`)
    })
}

function nothingButNull(source: Source, { objects }: Seen): Problem[] {
  const all = [...objects.values()].flatMap((nullables) => [...nullables.values()])
  const empty = [...objects.values()].filter(
    (nullables) => nullables.size > 1 && [...nullables.values()].every(({ isFilled }) => !isFilled),
  )
  const report = (nulls: { path: Path }[]) => {
    const names = nulls.map(({ path }) => path.at(-1)).join(', ')
    const message = `the example shows nothing but null in ${names}: give one of them a value`
    return problemInExample(source, nulls[0]?.path ?? [], message)
  }
  if (empty.length > 0) return empty.map((nullables) => report([...nullables.values()]))
  return all.length > 0 && all.every(({ isFilled }) => !isFilled) ? [report(all)] : []
}

function problemInExample(source: Source, path: Path, message: string): Problem {
  const example = ['post', 'responses', '200', 'content', 'application/json', 'example']
  return problemAt(source, [...example, ...path], message)
}

/** The schema of a value that is not null: without a reference, and without the choice of null. */
function notNull(contract: Contract, schema: JsonObject): JsonObject {
  const resolved = resolveRef(contract, schema)
  const [first, ...others] = choices(resolved).filter((choice) => choice['type'] !== 'null')
  return first && others.length === 0 ? notNull(contract, first) : resolved
}

function mayBeNull(contract: Contract, schema: Json | undefined): boolean {
  if (!isObject(schema)) return false
  const resolved = resolveRef(contract, schema)
  if (/\balways null\b/i.test(String(resolved['description']))) return false
  return [resolved, ...choices(resolved)].some(({ type }) => [type ?? []].flat().includes('null'))
}

function isObjects(contract: Contract, items: Json | undefined): boolean {
  return isObject(items) && [notNull(contract, items)['type']].flat().includes('object')
}

function isRarelyFilled(schema: Json | undefined): boolean {
  return isObject(schema) && /\bempty unless\b/i.test(String(schema['description']))
}

function choices(schema: JsonObject): JsonObject[] {
  return [schema['anyOf'] ?? []].flat().filter(isObject)
}
