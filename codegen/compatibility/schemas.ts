import { openKeyword } from '../expand/open-values.ts'
import { isObject, type Json, type JsonObject } from '../model.ts'
import { entries, list, type Facts, type References, type Within } from './facts.ts'

/** `request`: what clients send must still be accepted. `answer`: what they receive must still be understood. */
export type Direction = 'request' | 'answer'

const allTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const upTo: Within = (inner, outer) => (inner as number) <= (outer as number)
const from: Within = (inner, outer) => (inner as number) >= (outer as number)
const among: Within = (inner, outer) => {
  const known = new Set(list(outer).map((value) => JSON.stringify(value)))
  return list(inner).every((value) => known.has(JSON.stringify(value)))
}
/** Languages of patterns are not compared. One that begins with the other and `|` is sure to match what that matches. */
const alternative: Within = (inner, outer) => inner === outer || String(outer).startsWith(`${String(inner)}|`)

/** The keywords that restrict a value. Those without a function must stay equal. */
const restrictions: Record<string, Within | undefined> = {
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'x-decimals'].map((key) => [
      key,
      upTo,
    ]),
  ),
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((key) => [key, from]),
  ),
  pattern: alternative,
  format: undefined,
  multipleOf: undefined,
  uniqueItems: undefined,
  'x-web-only': undefined,
}

/** Formats that tell the size of a number (`addNumberSize`). */
const sizes: Json[] = ['int32', 'int64', 'double']

/** The other keywords that are read here, and those that say nothing about values. */
const known = new Set([
  ...Object.keys(restrictions),
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'default', openKeyword, 'x-general-codes'],
  ...['properties', 'required', 'additionalProperties', 'items'],
  ...['title', 'description', 'example', 'examples', 'deprecated', '$comment'],
])

/** Adds the facts of schemas. What restricts a value is a demand in a request, and a promise in an answer. */
export class SchemaFacts {
  readonly #facts: Facts
  readonly #references: References

  constructor(facts: Facts, references: References) {
    this.#facts = facts
    this.#references = references
  }

  /** Adds the facts of a schema and all that is in it. Components have places of their own, which are visited once. */
  add(schema: Json | undefined, direction: Direction, place: string): void {
    if (!this.#facts.visit(place)) return
    const { anyOf, oneOf, ...beside } = isObject(schema) ? schema : {}
    const all = list(anyOf ?? oneOf) as JsonObject[]
    const choices = all.filter((choice) => choice['type'] !== 'null')
    const single = choices.length === 1 ? { ...choices[0], ...beside } : beside
    const several = choices.length > 1 ? choices : []
    const component = this.#componentOf(single)
    const inner = component === undefined ? this.#references.follow(single) : beside
    const listed = 'const' in inner ? [inner['const']!] : 'enum' in inner ? list(inner['enum']) : undefined
    const values = listed?.filter((value) => value !== null)
    if (values) this.#restrict(direction, place, 'values', values, among)
    if (direction === 'answer')
      for (const value of values ?? []) this.#facts.promise(place, `value ${JSON.stringify(value)}`)
    const named = (several.length > 0 ? several : [single]).flatMap((one) => this.#typesOf(one))
    const types = named.filter((type) => type !== 'null' || (listed?.includes(null) ?? true))
    this.#restrict(direction, place, 'types', choices.length < all.length ? [...types, 'null'] : types, among)
    this.#addKeywords(inner, direction, place)
    if (component !== undefined) {
      const target = this.#references.follow({ $ref: single['$ref']! })
      this.add(target, direction, `${component} (${direction})`)
    }
    // Choices are told apart by their types. Those of the same type are not compared, and must not change.
    const byType = Map.groupBy(several, (choice) => this.#typesOf(choice).join(' or '))
    for (const [name, same] of byType)
      if (same.length > 1) this.#keep(place, `choices of ${name}`, same)
      else this.add(same[0], direction, inside(place, ` as ${name}`))
  }

  /** The component that a reference names. One of a single value is no type in most clients: it is read in place. */
  #componentOf(schema: JsonObject): string | undefined {
    const target = this.#references.follow(schema)
    const structured = ['properties', 'items', 'anyOf', 'oneOf'].some((key) => key in target)
    return structured && typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  }

  /** The types of a schema: its component, or those of JSON. A number may be an integer. Without any it may be anything. */
  #typesOf(schema: JsonObject): string[] {
    const component = this.#componentOf(schema)
    if (component !== undefined) return [component]
    const types = [this.#references.follow(schema)['type'] ?? allTypes].flat() as string[]
    return types.includes('number') ? [...types, 'integer'] : types
  }

  #addKeywords(schema: JsonObject, direction: Direction, place: string): void {
    for (const [key, value] of Object.entries(schema)) {
      // The size of a number follows from its type and range.
      if (key === 'format' && sizes.includes(value) && direction === 'request') continue
      if (key in restrictions && value !== false)
        this.#restrict(direction, place, key, value, restrictions[key])
      // Nobody has thought yet about what its change means for clients.
      if (!known.has(key) && !key.startsWith('x-')) this.#keep(place, key, value)
    }
    for (const value of list(schema[openKeyword]))
      this.#facts.promise(place, `value ${JSON.stringify(value)}`)
    for (const [code] of entries(schema['x-general-codes'])) this.#facts.promise(place, `code ${code}`)
    if (direction === 'request' && 'default' in schema)
      this.#facts.promise(place, 'default', schema['default']!)
    for (const name of list(schema['required'])) this.#restrict(direction, place, `required ${String(name)}`)
    for (const [name, property] of entries(schema['properties'])) {
      this.#facts.promise(place, `property ${name}`)
      this.add(property, direction, inside(place, `.${name}`))
    }
    this.#addUnnamed(schema, direction, place)
  }

  /** Adds the facts of items, and of properties without a name. Where nothing is said, anything is accepted. */
  #addUnnamed(schema: JsonObject, direction: Direction, place: string): void {
    const types = [schema['type'] ?? []].flat()
    if (types.includes('array')) this.add(schema['items'], direction, inside(place, '[]'))
    if (!types.includes('object')) return
    const other = schema['additionalProperties']
    // An answer may get properties, so that it has no others is no promise.
    if (other === false)
      return direction === 'request' ? this.#facts.demand(place, 'no other properties') : undefined
    if (isObject(other)) this.#facts.promise(place, 'other properties')
    if (isObject(other) || direction === 'request') this.add(other, direction, inside(place, '{}'))
  }

  /** Adds what must not change at all. */
  #keep(place: string, what: string, value: Json): void {
    this.#facts.promise(place, what, value)
    this.#facts.demand(place, what, value)
  }

  #restrict(direction: Direction, place: string, what: string, value: Json = true, within?: Within): void {
    if (direction === 'request') this.#facts.demand(place, what, value, within)
    else this.#facts.promise(place, what, value, within)
  }
}

/** The place of a part of a schema: `Unit (answer)` and `.head` are `Unit.head (answer)`. */
function inside(place: string, part: string): string {
  return place.replace(/( \((request|answer)\))?$/, `${part}$1`)
}
