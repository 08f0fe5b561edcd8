import { isObject, type Contract, type Json, type JsonObject, type Path } from './model.ts'

const prefix = '#/components/schemas/'

/** The name of the component, if the value is a reference to a schema; else undefined. */
export function refName(value: Json | undefined): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined
}

/** The schema that a reference refers to. Keywords next to the reference, such as a description, replace its own. */
export function resolveRef(contract: Contract, schema: JsonObject): JsonObject {
  const name = refName(schema)
  const target = name === undefined ? undefined : contract.components.get('schemas')?.get(name)?.value
  if (!target) return schema
  const { $ref: _ref, ...siblings } = schema
  return resolveRef(contract, { ...target, ...siblings })
}

/**
 * The schema with every reference replaced by its target. Recursive schemas are not possible; no input is recursive.
 */
export function inline(contract: Contract, schema: Json): Json {
  return mapSchema(schema, (object) => resolveRef(contract, object))
}

// The keywords under which a schema contains other schemas. With these, a property may have the name of a keyword.
const one = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
const list = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const map = new Set(['properties', 'patternProperties', '$defs'])

/** Calls `visit` for the schema and for each schema in it, with its path. Does not follow references. */
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

/** A deep copy in which each schema is replaced by what `visit` returns for it, outer ones first. */
export function mapSchema(schema: Json, visit: (schema: JsonObject) => JsonObject): Json {
  if (!isObject(schema)) return schema
  return mapValues(visit(schema), (value, key) => {
    if (one.has(key)) return mapSchema(value, visit)
    if (list.has(key) && Array.isArray(value)) return value.map((item) => mapSchema(item, visit))
    return map.has(key) && isObject(value) ? mapValues(value, (item) => mapSchema(item, visit)) : value
  })
}

/** The names of the components that the schema, or a schema in it, refers to. */
export function refNames(schema: Json): Set<string> {
  const names = new Set<string>()
  eachSchema(schema, (object) => {
    const name = refName(object)
    if (name !== undefined) names.add(name)
  })
  return names
}

/** The names of all components that these schemas refer to, directly or through other components. */
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

/**
 * A deep copy of a part of the document in which each object is replaced by what `visit` returns for it, outer ones first.
 * Examples are values, which may look like schemas, so they stay.
 */
export function rewrite(value: Json, visit: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, visit))
  if (!isObject(value)) return value
  return mapValues(visit(value), (item, key) =>
    key === 'example' || key === 'examples' ? item : rewrite(item, visit),
  )
}

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

/**
 * The paths of the values whose schema is `wanted`, such as `person.id` or `keys.*.secret`; each once. Nothing is looked
 * for in them. Of an object that contains itself, they are found once.
 */
export function pathsOf(
  contract: Contract,
  schema: Json | undefined,
  wanted: (schema: JsonObject) => boolean,
): string[] {
  return [...new Set(pathsBelow(contract, schema, wanted, [], new Set()))]
}

function pathsBelow(
  contract: Contract,
  schema: Json | undefined,
  wanted: (schema: JsonObject) => boolean,
  path: string[],
  above: ReadonlySet<string>,
): string[] {
  if (!isObject(schema)) return []
  const name = refName(schema)
  if (name !== undefined && above.has(name)) return []
  const below = name === undefined ? above : new Set([...above, name])
  const resolved = resolveRef(contract, schema)
  if (wanted(resolved)) return [path.join('.')]
  const follow = (inner: Json | undefined, ...steps: string[]) =>
    pathsBelow(contract, inner, wanted, [...path, ...steps], below)
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (resolved[key] as Json[] | undefined) ?? [])
  const properties = Object.entries((resolved['properties'] as JsonObject | undefined) ?? {})
  return [
    ...choices.map((choice) => follow(choice)),
    ...properties.map(([key, property]) => follow(property, key)),
    follow(resolved['items'], '*'),
    follow(resolved['additionalProperties'], '*'),
  ].flat()
}
