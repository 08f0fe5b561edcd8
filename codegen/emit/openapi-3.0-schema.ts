import { isObject, type Json, type JsonObject } from '../model.ts'

/** Keywords that are the same in both versions. */
const same = [
  ...['title', 'description', 'default', 'example', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs'],
  ...['format', 'multipleOf', 'maximum', 'minimum', 'maxLength', 'minLength', 'pattern'],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', 'required'],
]

/** Keywords that hold schemas, each with how these are converted. */
const holders: Record<string, (value: Json) => Json> = {
  items: convertSchema,
  not: convertSchema,
  additionalProperties: (value) => (typeof value === 'boolean' ? value : convertSchema(value)),
  properties: convertMap,
  allOf: convertList,
}

/** Keywords that 3.0 does not have, with those that say the same there. */
const replaced: Record<string, (value: Json, schema: JsonObject) => JsonObject> = {
  // Beside a reference 3.0 ignores everything, so such a reference becomes a condition.
  $ref: (value, schema) => (Object.keys(schema).length === 1 ? { $ref: value } : {}),
  type: (value, schema) => oneType([value].flat() as string[], schema),
  anyOf: (value, schema) => choiceOf('anyOf', value as Json[], schema),
  oneOf: (value, schema) => choiceOf('oneOf', value as Json[], schema),
  const: (value) => ({ enum: [value] }),
  // Generators make names of values, and a comma and a semicolon have none.
  enum: (value) => (ofSigns(value) ? patternOf(value) : { enum: value }),
  // There is no keyword for the names of properties; those that do not fit are refused as fields that are not there.
  propertyNames: (value) => ({ 'x-propertyNames': value }),
  examples: (value, { example }) => (example === undefined ? { example: (value as Json[])[0] ?? null } : {}),
  exclusiveMinimum: (value, { minimum: other }) =>
    Number(other ?? -Infinity) > Number(value) ? {} : { minimum: value, exclusiveMinimum: true },
  exclusiveMaximum: (value, { maximum: other }) =>
    Number(other ?? Infinity) < Number(value) ? {} : { maximum: value, exclusiveMaximum: true },
  contentEncoding: (value, { format }) =>
    value === 'base64' && format === undefined ? { format: 'byte' } : { 'x-contentEncoding': value },
  contentMediaType: (value) => ({ 'x-contentMediaType': value }),
  $comment: () => ({}),
}

/** Tells whether all values are single characters that are neither letters nor digits. */
function ofSigns(values: Json): values is string[] {
  return (values as Json[]).every((value) => typeof value === 'string' && /^[^\p{L}\p{N}]$/u.test(value))
}

function patternOf(signs: string[]): JsonObject {
  return { pattern: `^[${signs.map((sign) => sign.replace(/[\\\]^-]/, '\\$&')).join('')}]$` }
}

/** Keywords that become further conditions, which go into `allOf`. */
const conditions: Record<string, (value: Json, schema: JsonObject) => Json[]> = {
  $ref: (value, schema) => (Object.keys(schema).length === 1 ? [] : [{ $ref: value }]),
  // Null alone is a list of values in 3.0, which may stand beside another one.
  type: (value, schema) => (value === 'null' && valuesOf(schema) ? [onlyNull] : []),
  if: (value, { then: met, else: unmet }) => [
    ...(met === undefined ? [] : [{ anyOf: [{ not: convertSchema(value) }, convertSchema(met)] }]),
    ...(unmet === undefined ? [] : [{ anyOf: [convertSchema(value), convertSchema(unmet)] }]),
  ],
  // Both belong to `if`, and mean nothing without.
  then: () => [],
  else: () => [],
  dependentRequired: (value) =>
    Object.entries(value as JsonObject).map(([name, required]) => unlessWithout(name, { required })),
  dependentSchemas: (value) =>
    Object.entries(value as JsonObject).map(([name, schema]) => unlessWithout(name, convertSchema(schema))),
}

/** Tells whether OpenAPI 3.0 can say what this keyword of JSON Schema 2020-12 says. */
export function isConvertible(keyword: string): boolean {
  const known = [holders, replaced, conditions].some((rules) => Object.hasOwn(rules, keyword))
  return known || keyword.startsWith('x-') || same.includes(keyword)
}

/**
 * A schema of OpenAPI 3.1, which is JSON Schema 2020-12, as one of OpenAPI 3.0 that accepts the same values. They differ
 * most in null: 3.0 has no type for it, but `nullable` beside a type.
 *
 * @throws Error for a keyword for which 3.0 has nothing (`checkSchemas` finds it first, with its place in the contract)
 */
export function convertSchema(schema: Json): Json {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  if (!isObject(schema)) throw new Error(`${JSON.stringify(schema)} is no schema`)
  const beside = Object.entries(schema).map(([key, value]) => {
    if (!isConvertible(key)) throw new Error(`OpenAPI 3.0 has nothing for ${key}`)
    if (replaced[key]) return replaced[key](value, schema)
    return conditions[key] ? {} : { [key]: holders[key]?.(value) ?? value }
  })
  const further = Object.entries(schema).flatMap(([key, value]) => conditions[key]?.(value, schema) ?? [])
  // An exclusive limit comes last: it replaces an inclusive one that is no stricter.
  const exclusive = beside.filter((one) => 'exclusiveMinimum' in one || 'exclusiveMaximum' in one)
  const converted: JsonObject = Object.assign({}, ...beside, ...exclusive)
  const allOf = [...((converted['allOf'] as Json[] | undefined) ?? []), ...further]
  return { ...converted, ...(allOf.length > 0 && { allOf }) }
}

function convertList(value: Json): Json {
  return (value as Json[]).map(convertSchema)
}

/** Converts schemas by name. */
export function convertMap(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, one]) => [key, convertSchema(one)]),
  )
}

/** The schema of null. It has no type, because `nullable` would also accept other values of that type. */
const onlyNull: JsonObject = { enum: [null] }

/**
 * A choice. One of a type and null is said in place of the choice, with `nullable`, which generators know best. A component
 * or null stays a choice: `nullable` beside a reference does nothing, by the letter of 3.0.3 and for strict validators.
 *
 * A choice of several types becomes a remark. Some generators make an object without properties of it, which reads none of
 * its values, and all of them read a value without a type as any JSON.
 */
function choiceOf(key: 'anyOf' | 'oneOf', choices: Json[], schema: JsonObject): JsonObject {
  const [only, ...others] = choices.filter((choice) => !isNull(choice))
  const types = new Set([only, ...others].map((choice) => isObject(choice) && choice['type']))
  if (types.size > 1) return { [`x-${key}`]: convertList(choices) }
  const alone = Object.keys(schema).every((one) => one === key || isRemark(one))
  if (choices.length !== 2 || only === undefined || others.length > 0 || !alone)
    return { [key]: convertList(choices) }
  const converted = convertSchema(only) as JsonObject
  if (converted['type'] === undefined) return { [key]: convertList(choices) }
  // What is said of the property counts more than what is said of the choice.
  const own = Object.fromEntries(Object.entries(converted).filter(([one]) => !(one in schema)))
  return { ...own, ...(Array.isArray(own['enum']) && { enum: [...own['enum'], null] }), nullable: true }
}

/** Keywords that say nothing about values. */
function isRemark(key: string): boolean {
  return ['title', 'description', 'default', 'example', 'deprecated'].includes(key) || key.startsWith('x-')
}

function isNull(choice: Json): boolean {
  return isObject(choice) && choice['type'] === 'null' && Object.keys(choice).length === 1
}

/** A single type, and whether the value may be null. */
function oneType(types: string[], schema: JsonObject): JsonObject {
  const [type, ...more] = types.filter((one) => one !== 'null')
  if (type === undefined) return valuesOf(schema) ? {} : onlyNull
  if (more.length > 0) return { 'x-anyOf': severalTypes(types, schema) }
  return { ...ofType(type, schema), ...(types.includes('null') && mayBeNull(schema) && { nullable: true }) }
}

/** Several types are a choice of them. */
function severalTypes(types: string[], schema: JsonObject): Json[] {
  return types.map((type) => (type === 'null' ? onlyNull : ofType(type, schema)))
}

/** In 3.0 a list always says what its items are. */
function ofType(type: string, schema: JsonObject): JsonObject {
  return { type, ...(type === 'array' && !('items' in schema) && { items: {} }) }
}

/** A list of values that has no null refuses null, whatever the types are. */
function mayBeNull(schema: JsonObject): boolean {
  return valuesOf(schema)?.includes(null) ?? true
}

function valuesOf(schema: JsonObject): Json[] | undefined {
  return 'const' in schema ? [schema['const'] as Json] : (schema['enum'] as Json[] | undefined)
}

/** A condition for objects that have a property. */
function unlessWithout(name: string, condition: Json): Json {
  return { anyOf: [{ not: { required: [name] } }, condition] }
}
