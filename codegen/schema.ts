import { isObject, type Contract, type Json, type JsonObject, type Path } from './model.ts'

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

/** The schema with every reference replaced by what it points to. The contract has no recursive inputs. */
export function inline(contract: Contract, schema: Json): Json {
  return mapSchema(schema, (object) => resolveRef(contract, object))
}

// Where a schema holds further schemas. Going by these, a property may be called what a keyword is called.
const one = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
const list = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const map = new Set(['properties', 'patternProperties', '$defs'])

/** Calls `visit` for the schema and for each one in it, with its place. Does not follow references. */
export function eachSchema(
  schema: Json,
  visit: (schema: JsonObject, path: Path) => void,
  path: Path = [],
): void {
  if (!isObject(schema)) return
  visit(schema, path)
  for (const [key, value] of Object.entries(schema)) {
    if (one.has(key)) eachSchema(value, visit, [...path, key])
    else if ((list.has(key) && Array.isArray(value)) || (map.has(key) && isObject(value)))
      for (const [name, item] of Object.entries(value as JsonObject))
        eachSchema(item, visit, [...path, key, name])
  }
}

/** A deep copy in which `visit` replaces each schema, outer ones first. */
export function mapSchema(schema: Json, visit: (schema: JsonObject) => JsonObject): Json {
  if (!isObject(schema)) return schema
  return mapValues(visit(schema), (value, key) => {
    if (one.has(key)) return mapSchema(value, visit)
    if (list.has(key) && Array.isArray(value)) return value.map((item) => mapSchema(item, visit))
    return map.has(key) && isObject(value) ? mapValues(value, (item) => mapSchema(item, visit)) : value
  })
}

/** The names of the components that the schema points to, itself or anywhere below. */
export function refNames(schema: Json): Set<string> {
  const names = new Set<string>()
  eachSchema(schema, (object) => {
    const name = refName(object)
    if (name !== undefined) names.add(name)
  })
  return names
}

/** The names of all components that these schemas are made of, however deep. */
export function componentsBelow(contract: Contract, schemas: Json[]): Set<string> {
  const found = new Set<string>()
  const follow = (schema: Json) => {
    for (const name of refNames(schema)) {
      if (found.has(name)) continue
      found.add(name)
      follow(contract.components.get('schemas')?.get(name)?.value ?? null)
    }
  }
  schemas.forEach(follow)
  return found
}

/** A deep copy in which `visit` may replace any object, parents first. */
export function rewrite(value: Json, visit: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, visit))
  if (!isObject(value)) return value
  return mapValues(visit(value), (item) => rewrite(item, visit))
}

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
