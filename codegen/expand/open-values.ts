import { isObject, type Contract, type Json, type JsonObject } from '../model.ts'
import { mapSchema, refName, resolveRef } from '../schema.ts'

/**
 * The keyword that lists the values of an open text, after Zalando's guidelines. Clients that are generated from `enum`
 * refuse a whole answer for one value that they do not know; from this, they read a text.
 */
export const openKeyword = 'x-extensible-enum'
/** The largest length of a value that is added later. `checkOpenValues` holds those of today to it. */
export const maxValue = 40

/**
 * The schema of an answer as it is published: a text that has one of some values is any text, and the values are told
 * by `x-extensible-enum` and in the description, because within v1 values may be added. The service checks its own
 * answers with the closed list.
 *
 * @param inputs the components that inputs use. They are published closed, so that no reference to them can stay
 */
export function withOpenValues(contract: Contract, schema: Json, inputs: ReadonlySet<string>): Json {
  return mapSchema(schema, (one) => {
    const name = refName(one)
    if (name !== undefined && !inputs.has(name)) return one
    const closed = closedValues(contract, one)
    return closed ? openText(closed) : one
  })
}

/** The schema without references, with null among its types, if it is a list of texts; undefined if it is anything else. */
export function closedValues(contract: Contract, schema: JsonObject): JsonObject | undefined {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) {
    const resolved = resolveRef(contract, schema)
    const values = resolved['enum']
    const isText = [resolved['type']].flat().every((type) => type === 'string' || type === 'null')
    return Array.isArray(values) && isText ? resolved : undefined
  }
  const others = anyOf.filter((choice) => isObject(choice) && choice['type'] !== 'null')
  if (others.length !== 1 || others.length === anyOf.length) return undefined
  const inner = closedValues(contract, others[0] as JsonObject)
  return inner && { ...inner, ...rest, type: ['string', 'null'] }
}

function openText({ enum: values, description, ...rest }: JsonObject): JsonObject {
  const known = (values as Json[]).filter((value) => value !== null)
  const list = `Known values: ${known.map((value) => `\`${String(value)}\``).join(', ')}.`
  return {
    ...rest,
    maxLength: maxValue,
    description: [description, list].filter(Boolean).join(' '),
    [openKeyword]: known,
  }
}
