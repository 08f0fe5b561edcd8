import { isObject, requestSchema, resultSchema } from '../model.ts'
import type { Contract, Json, JsonObject, Source } from '../model.ts'
import { eachSchema, resolveRef } from '../schema.ts'
import { actionsOf, header } from './registry.ts'

/**
 * The module of forms: what a page must know of the input of each action to ask for it. It is much less than the
 * document, which nobody has to read while the service runs.
 */
export function formsModule(contract: Contract): string {
  const forms = actionsOf(contract).map(
    (source) => `  ${source.id}: ${JSON.stringify(formOf(contract, source))},`,
  )
  return `${header}import type { ActionId } from './actions.ts'

/** The form of an action. */
export interface FormShape {
  /** The summary of the action: \`Hire a person\`. */
  title: string
  /** The tag under which the contract lists it: \`People\`. */
  section: string
  fields: readonly FieldShape[]
}

interface Common {
  /** The name of the property; empty for an entry of a list. */
  name: string
  required?: true
  /** Null is a value, which clears. */
  nullable?: true
  /** The \`title\` of its schema. */
  label?: string
  help?: string
  default?: unknown
  /** It is given with this value of another property of the same object, and with no other. */
  onlyWith?: { name: string; value: string }
}

/** A field by its kind. */
export type FieldShape = Common &
  (
    | { kind: 'text'; max?: number; format?: string }
    /** A text of several lines; \`cells\`: a file, each of whose cells is a text. */
    | { kind: 'lines'; max?: number; cells?: true }
    | { kind: 'choice'; values: readonly string[] }
    | { kind: 'id'; record: string }
    | { kind: 'number'; min?: number; max?: number; decimals: number }
    | { kind: 'boolean' }
    | { kind: 'day' }
    | { kind: 'moment' }
    | { kind: 'list'; item: FieldShape; min?: number; max: number }
    | { kind: 'object'; fields: readonly FieldShape[] }
    /** Values of custom fields, by key. */
    | { kind: 'custom' }
    /** Any JSON. */
    | { kind: 'json' }
  )

export const forms: Readonly<Record<ActionId, FormShape>> = {
${forms.join('\n')}
}

/** The properties of inputs and answers whose values are lists of the contract, such as \`status\`. */
export const choiceNames: ReadonlySet<string> = new Set(${JSON.stringify(choiceNames(contract))})
`
}

function choiceNames(contract: Contract): string[] {
  const names = new Set<string>()
  const collect = (schema: JsonObject) => {
    for (const [name, property] of Object.entries((schema['properties'] as JsonObject | undefined) ?? {})) {
      const { schema: own } = withoutNull(contract, resolveRef(contract, property as JsonObject))
      const one = isObject(own['items']) ? resolveRef(contract, own['items']) : own
      if (Array.isArray(one['enum'])) names.add(name)
    }
  }
  const schemas = [...(contract.components.get('schemas')?.values() ?? [])].map(({ value }) => value)
  const all = actionsOf(contract).flatMap((source) => [requestSchema(source), resultSchema(source)])
  for (const schema of [...schemas, ...all]) eachSchema(schema, collect)
  for (const { value } of contract.sets.values()) collect({ properties: value })
  return [...names].sort()
}

function formOf(contract: Contract, source: Source): JsonObject {
  const { operation } = source
  const [section = ''] = (operation['tags'] as string[] | undefined) ?? []
  const schema = resolveRef(contract, requestSchema(source))
  return {
    title: operation['summary'] as string,
    section,
    fields: fieldsOf(contract, schema),
  }
}

function fieldsOf(contract: Contract, schema: JsonObject): JsonObject[] {
  const required = (schema['required'] as string[] | undefined) ?? []
  return Object.entries((schema['properties'] as JsonObject | undefined) ?? {}).map(([name, property]) => ({
    ...fieldOf(contract, name, property as JsonObject),
    ...(required.includes(name) && { required: true }),
  }))
}

/** `From org/people.list.`: a page has a list to choose from in its place. */
const sourceOfId = /\b(From|As) [a-z_]+\/[a-z_.]+\b[^.;]*[.;]/g

function fieldOf(contract: Contract, name: string, property: JsonObject): JsonObject {
  const { schema, nullable } = withoutNull(contract, resolveRef(contract, property))
  const { title, description } = schema
  const help = String(description ?? '')
    .replace(sourceOfId, '')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    name,
    ...(nullable && { nullable }),
    ...(typeof title === 'string' && { label: title }),
    ...(help !== '' && { help }),
    ...(schema['default'] !== undefined && { default: schema['default'] }),
    ...onlyWith(schema['x-only-with']),
    ...kindOf(contract, schema),
  }
}

function onlyWith(wanted: Json | undefined): JsonObject {
  if (!isObject(wanted)) return {}
  const [[name, value] = []] = Object.entries(wanted)
  return { onlyWith: { name: name!, value: value! } }
}

/** The schema of the values other than null. What stands beside the choice, such as its description, goes with them. */
function withoutNull(contract: Contract, schema: JsonObject): { schema: JsonObject; nullable: boolean } {
  const { anyOf, ...own } = schema
  if (Array.isArray(anyOf)) {
    const others = (anyOf as JsonObject[]).filter(({ type }) => type !== 'null')
    const nullable = others.length < anyOf.length
    const [one] = others
    return others.length === 1 && one
      ? { schema: { ...resolveRef(contract, one), ...own }, nullable }
      : { schema, nullable }
  }
  const types = [schema['type'] ?? []].flat()
  if (!types.includes('null')) return { schema, nullable: false }
  return { schema: { ...schema, type: types.find((type) => type !== 'null') as Json }, nullable: true }
}

function kindOf(contract: Contract, schema: JsonObject): JsonObject {
  const { minimum: min, maximum: max, maxLength, format } = schema
  const values = schema['enum']
  if (typeof schema['x-id'] === 'string') return { kind: 'id', record: schema['x-id'] }
  if (Array.isArray(values)) return { kind: 'choice', values: values.filter((value) => value !== null) }
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'integer':
    case 'number': {
      const decimals = schema['type'] === 'integer' ? 0 : ((schema['x-decimals'] as number | undefined) ?? 6)
      return { kind: 'number', ...given({ min, max }), decimals }
    }
    case 'array':
      return {
        kind: 'list',
        item: fieldOf(contract, '', schema['items'] as JsonObject),
        ...given({ min: schema['minItems'] }),
        max: schema['maxItems'] as number,
      }
    case 'object':
      if (isObject(schema['properties'])) return { kind: 'object', fields: fieldsOf(contract, schema) }
      return { kind: schema['x-any'] === undefined ? 'custom' : 'json' }
    case 'string':
      return textKind(schema['x-lines'], given({ max: maxLength }), format)
    default:
      return { kind: 'json' }
  }
}

function textKind(lines: Json | undefined, max: JsonObject, format: Json | undefined): JsonObject {
  if (format === 'date') return { kind: 'day' }
  if (format === 'date-time') return { kind: 'moment' }
  if (lines === 'cells') return { kind: 'lines', ...max, cells: true }
  if (lines === 'many') return { kind: 'lines', ...max }
  return { kind: 'text', ...max, ...(format !== undefined && { format }) }
}

const given = (values: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject
