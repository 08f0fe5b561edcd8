import type { JsonObject } from '../model.ts'

const largest32 = 2 ** 31 - 1

/**
 * Adds the size of a number, by which generators choose a type. An integer is `int32`, or `int64` where `maximum` is larger.
 * Without a `maximum`, as in most answers, it is `int32`, and the document says so. Any other number is a `double`: without
 * it clients in Go take 32 bits, in which an amount loses its cents, and clients in Kotlin send a text.
 */
export function addNumberSize(schema: JsonObject): JsonObject {
  const { type, format, maximum = largest32 } = schema
  const types = [type].flat()
  if (format !== undefined || schema['enum'] !== undefined) return schema
  if (types.includes('number')) return { ...schema, format: 'double' }
  if (!types.includes('integer')) return schema
  return { ...schema, format: (maximum as number) > largest32 ? 'int64' : 'int32', maximum }
}
