import { resolve, type ActionEntry } from './contract.ts'

/** A JSON Schema of the published document, with the keywords that inputs use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  minimum?: number
  maximum?: number
  additionalProperties?: boolean | Schema
  'x-id'?: string
  'x-redact'?: boolean
  'x-decimals'?: number
  'x-lines'?: 'many' | 'cells'
  'x-any'?: number
  'x-unbounded'?: string
  /** The query parameters of a GET that are the values of an object, by the names of its properties. */
  'x-query'?: Record<string, string>
}

/** A place in an input: a property at any depth, or the items of a list (`*`). */
export interface Field {
  path: string[]
  schema: Schema
  /** The JSON types that are allowed here. */
  types: Set<string>
}

/** The schema of the action's input. */
export function inputSchema(action: ActionEntry): Schema {
  return resolveSchema((action.operation.requestBody?.content['application/json'].schema ?? {}) as Schema)
}

/** The schema without its reference, and without a choice of null. */
export function resolveSchema(schema: Schema): Schema {
  const { $ref: _ref, ...siblings } = schema as Schema & { $ref?: string }
  const here = { ...(resolve(schema) as Schema), ...siblings } as Schema
  const { anyOf: choices, ...rest } = here
  const values = (choices ?? []).map(resolveSchema).filter((choice) => choice.type !== 'null')
  return values.length === 1 ? { ...values[0], ...rest } : here
}

/** All places in an input, outer ones first. */
export function fieldsOf(schema: Schema, path: string[] = []): Field[] {
  const resolved = resolveSchema(schema)
  const here = path.length === 0 ? [] : [{ path, schema: resolved, types: typesOf(schema) }]
  const properties = Object.entries(resolved.properties ?? {}).flatMap(([name, property]) =>
    fieldsOf(property, [...path, name]),
  )
  const items = resolved.items ? fieldsOf(resolved.items, [...path, '*']) : []
  const choices = (resolved.anyOf ?? resolved.oneOf ?? []).flatMap((choice) =>
    fieldsOf(choice, path).filter((field) => field.path.length > path.length),
  )
  return [...here, ...properties, ...items, ...choices]
}

/** The places of ids in an action's input. */
export function idFields(action: ActionEntry): (Field & { kind: string })[] {
  return fieldsOf(inputSchema(action)).flatMap((field) => {
    const kind = field.schema['x-id']
    return kind === undefined ? [] : [{ ...field, kind }]
  })
}

function typesOf(schema: Schema): Set<string> {
  const here = resolve(schema) as Schema
  const choices = here.anyOf ?? here.oneOf
  if (choices) return new Set(choices.flatMap((choice) => [...typesOf(choice)]))
  if (here.type !== undefined) return new Set([here.type].flat())
  return new Set((here.enum ?? [here.const]).map(jsonType))
}

/** The JSON type of a value; a whole number is an `integer`. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** The path as errors write it: `people[0].manager_email`. */
export function pathText(path: string[]): string {
  return path.reduce((text, step) => (step === '*' ? `${text}[0]` : text ? `${text}.${step}` : step), '')
}
