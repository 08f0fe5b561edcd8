import type { JsonObject } from '../model.ts'

const largest32 = 2 ** 31 - 1

/**
 * Adds the size of an integer, by which generators choose a type: `int32`, or `int64` where `maximum` is larger. Without a
 * `maximum`, as in most answers, it is `int32`, and the document says so.
 */
export function addIntegerSize(schema: JsonObject): JsonObject {
  const { type, format, maximum = largest32 } = schema
  if (![type].flat().includes('integer') || format !== undefined || schema['enum'] !== undefined)
    return schema
  return { ...schema, format: (maximum as number) > largest32 ? 'int64' : 'int32', maximum }
}
