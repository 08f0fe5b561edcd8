import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import Draft04 from 'ajv-draft-04'
import { formats } from '../../src/validation/formats.ts'

/** A document of OpenAPI, or a part of one. */
type Node = null | boolean | number | string | Node[] | { [key: string]: Node }
type Schema = { [key: string]: Node }
export type Document = { [key: string]: Node }

/** A schema that is in both documents. */
export interface Pair {
  /** Where it is in the document of OpenAPI 3.1: `#/components/schemas/Unit`. */
  pointer: string
  /** Where it is in that of 3.0. */
  twin: string
  schema: Schema
}

/** A value that one document accepts and the other refuses. */
export interface Difference {
  pointer: string
  value: unknown
  /** What OpenAPI 3.1 says. 3.0 says the opposite. */
  accepted: boolean
}

/**
 * Asks two documents about the same values: all examples, the same with something wrong in them, and values at and beyond
 * each limit. Each dialect has a validator of its own. Of formats both know only dates, so that patterns count.
 *
 * @param is of OpenAPI 3.1
 */
export class DialectComparison {
  readonly #is: Document
  readonly #asked: { pair: Pair; values: unknown[]; accepted: boolean[] }[]

  constructor(is: Document) {
    this.#is = is
    const validator = new Ajv2020(options)
    validator.addSchema({ $id: 'doc:', ...withoutExamples(is) } as AnySchema)
    const examples = examplesOf(is)
    this.#asked = schemaPairs(is).map((pair) => {
      const accepts = validator.compile({ $ref: `doc:${pair.pointer}` })
      const values = this.#valuesFor(pair.schema, examples.get(pair.pointer) ?? [])
      return { pair, values, accepted: values.map((value) => accepts(value)) }
    })
  }

  /** How many schemas are compared, and how many values the document accepts and refuses. */
  get size(): { schemas: number; accepted: number; refused: number } {
    const answers = this.#asked.flatMap(({ accepted }) => accepted)
    const accepted = answers.filter(Boolean).length
    return { schemas: this.#asked.length, accepted, refused: answers.length - accepted }
  }

  /**
   * @param copy of OpenAPI 3.0
   * @param only the pointer of the schema to compare; all of them when left out
   */
  differences(copy: Document, only?: string): Difference[] {
    const validator = new Draft04.default(options)
    validator.addSchema({ id: 'doc:', ...withoutExamples(withChoices(copy)) } as AnySchema)
    const asked = this.#asked.filter(({ pair }) => only === undefined || pair.pointer === only)
    return asked.flatMap(({ pair: { pointer, twin }, values, accepted }) => {
      const accepts = validator.compile({ $ref: `doc:${twin}` })
      return values.flatMap((value, index) =>
        accepts(value) === accepted[index] ? [] : [{ pointer, value, accepted: accepted[index]! }],
      )
    })
  }

  /** Good and bad values for a schema; `examples` are good ones. */
  #valuesFor(schema: Schema, examples: unknown[]): unknown[] {
    const few = unique(examples).slice(0, 3)
    const wrong = few.flatMap((value) => [...damaged(value, 2), ...this.#atLimits(schema, value)])
    return unique([...anything, ...few, ...wrong, ...this.#limitsOf(schema)])
  }

  /** An object with each of its properties at the limits of that property. */
  #atLimits(schema: Schema, value: unknown): unknown[] {
    const { properties = {} } = this.#resolve(schema) as { properties?: Schema }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(properties).flatMap(([name, property]) =>
      this.#limitsOf(property).map((one) => ({ ...value, [name]: one })),
    )
  }

  /** Values at the limits that a schema names, and one beyond. */
  #limitsOf(value: Node | undefined): unknown[] {
    const schema = this.#resolve(value)
    const { enum: values = [], const: constant, anyOf = [], items } = schema as Record<string, any>
    const around = (keys: string[], make: (size: number) => unknown) =>
      keys.flatMap((key) => {
        const size = schema[key]
        return typeof size === 'number' ? [size - 1, size, size + 1].filter((n) => n >= 0).map(make) : []
      })
    const item = () => this.#limitsOf(items as Node)[0] ?? 'text'
    return [
      ...values,
      ...(constant === undefined ? [] : [constant]),
      ...around(['maxLength', 'minLength'], (size) => 'x'.repeat(size)),
      ...around(['maxItems', 'minItems'], (size) => Array.from({ length: size }, item)),
      ...around(['maxProperties', 'minProperties'], (size) =>
        Object.fromEntries(Array.from({ length: size }, (_, n) => [`key_${n}`, 'text'])),
      ),
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((key) => {
        const limit = schema[key]
        return typeof limit === 'number' ? [limit - 1, limit - 0.001, limit, limit + 0.001, limit + 1] : []
      }),
      ...(anyOf as Node[]).flatMap((choice) => this.#limitsOf(choice)),
    ]
  }

  /** The schema that a reference leads to, with what is beside it. */
  #resolve(schema: Node | undefined): Schema {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {}
    const { $ref, ...rest } = schema
    return typeof $ref === 'string' ? { ...this.#resolve(at(this.#is, $ref)), ...rest } : schema
  }
}

const { date, 'date-time': dateTime } = formats
const options = {
  strict: false,
  logger: false,
  formats: { date, 'date-time': dateTime },
  // Each schema is compiled once, and quickly: it is asked about few values.
  inlineRefs: false,
  code: { optimize: false },
} as const

/** All schemas with a place of their own: components, parameters, bodies, answers, headers. */
export function schemaPairs(document: Document): Pair[] {
  const pairs: Pair[] = []
  const add = (steps: string[], schema: Node) => {
    const [first = '', ...rest] = steps
    const twin = pointerOf(first === 'webhooks' ? ['x-webhooks', ...rest] : steps)
    pairs.push({ pointer: pointerOf(steps), twin, schema: schema as Schema })
  }
  const visit = (node: Node, steps: string[]) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      const here = [...steps, key]
      if (key === 'schema') add(here, value)
      else if (key === 'schemas')
        for (const [name, one] of Object.entries(value as Schema)) add([...here, name], one)
      else if (!isExample(key) && !key.startsWith('x-')) visit(value, here)
    }
  }
  visit(document, [])
  return pairs
}

/** The values in the examples, by the pointer of each schema with a place of its own that they belong to. */
function examplesOf(document: Document): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  const note = (pointer: string, value: unknown) => found.set(pointer, [...(found.get(pointer) ?? []), value])
  const follow = (schema: Node | undefined, value: unknown): void => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
    const { $ref, properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<
      string,
      any
    >
    if (typeof $ref === 'string') {
      note($ref, value)
      follow(at(document, $ref), value)
    }
    for (const choice of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]) follow(choice, value)
    if (Array.isArray(value)) for (const item of value) follow(items, item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) follow(properties?.[key] ?? additionalProperties, item)
  }
  const visit = (node: Node, steps: string[]): void => {
    if (typeof node !== 'object' || node === null) return
    const { schema, example, examples } = node as Record<string, any>
    const named = Object.values((examples ?? {}) as Record<string, { value?: unknown }>)
    const values = [example, ...named.map((one) => one.value)].filter((one) => one !== undefined)
    if (schema !== undefined)
      for (const value of values) {
        note(pointerOf([...steps, 'schema']), value)
        follow(schema, value)
      }
    for (const [key, value] of Object.entries(node))
      if (key !== 'schema' && !isExample(key)) visit(value, [...steps, key])
  }
  visit(document, [])
  return found
}

/** Validators read documents as schemas, and would take the `id` of an example for that of a schema. */
function withoutExamples(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value: Node) =>
    isExample(key) ? undefined : value,
  ) as Document
}

/** The copy with its remarks about several types as the choices that they tell of. */
function withChoices(copy: Document): Document {
  return JSON.parse(JSON.stringify(copy).replace(/"x-(anyOf|oneOf)":/g, '"$1":')) as Document
}

/** The keywords in a schema and in all schemas in it. */
export function keywordsIn(schema: Node | undefined): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn)
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'properties') return [key, ...Object.values(value as Schema).flatMap(keywordsIn)]
    const inner = ['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf'].includes(key)
    return [key, ...(inner ? keywordsIn(value) : [])]
  })
}

const isExample = (key: string) => key === 'example' || key === 'examples'

/** Something of every type. */
const anything = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e9,
  '',
  'text',
  '2026-11-21',
  [],
  [null],
  ['text'],
  {},
  { a: 1 },
]

/** The value with something else in one place, down to a depth. */
function damaged(value: unknown, depth: number): unknown[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return anything
  if (Array.isArray(value))
    return [
      ...anything,
      [...value, ...value],
      [...value, null],
      ...value
        .slice(0, 2)
        .flatMap((item, index) => damaged(item, depth - 1).map((one) => value.with(index, one))),
    ]
  const entries = Object.entries(value)
  return [
    ...anything,
    { ...value, unknown_property: 1 },
    ...entries.map(([key]) => Object.fromEntries(entries.filter(([name]) => name !== key))),
    ...entries.flatMap(([key, item]) => damaged(item, depth - 1).map((one) => ({ ...value, [key]: one }))),
  ]
}

function unique(values: unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function at(document: Document, pointer: string): Node | undefined {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<any>((here, step) => here?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

function pointerOf(steps: string[]): string {
  return ['#', ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}
