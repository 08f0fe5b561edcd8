import { isObject, type Contract, type Json, type JsonObject } from './model.ts'

const prefix = '#/components/schemas/'

/** The component's name when the value is a reference to a schema, else undefined. */
export function refName(value: Json | undefined): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined
}

/** The schema a reference points to, with the reference's own siblings (a description, say) on top. */
export function resolveRef(contract: Contract, schema: JsonObject): JsonObject {
  const name = refName(schema)
  const target = name === undefined ? undefined : contract.components.get('schemas')?.get(name)?.value
  if (!target) return schema
  const { $ref: _ref, ...siblings } = schema
  return resolveRef(contract, { ...target, ...siblings })
}

/** The schema with every reference replaced by what it points to. The contract has no recursive schemas. */
export function inline(contract: Contract, schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item) => inline(contract, item))
  if (!isObject(schema)) return schema
  return mapValues(resolveRef(contract, schema), (value) => inline(contract, value))
}

/** A deep copy in which `visit` may replace any object, parents first. */
export function rewrite(value: Json, visit: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, visit))
  if (!isObject(value)) return value
  return mapValues(visit(value), (item) => rewrite(item, visit))
}

function mapValues(object: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
