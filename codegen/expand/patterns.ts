import type { Json, JsonObject } from '../model.ts'
import { mapSchema } from '../schema.ts'
import { patterns, text } from '../../src/validation/formats.ts'

/** What a free text of the input may hold; a description alone would not reach generated clients and tests. */
export function addTextPattern(schema: Json): Json {
  return mapSchema(schema, (one) => {
    const free = !['format', 'pattern', 'enum', 'const'].some((key) => key in one)
    if (!free || ![one['type']].flat().includes('string')) return one
    return { ...one, pattern: one['minLength'] ? text.filled : text.any }
  })
}

/** Beside a format of ours the pattern it follows. */
export function addFormatPattern(schema: JsonObject): JsonObject {
  const { type, format, pattern } = schema
  const known = (patterns as Record<string, string>)[String(format)]
  return known !== undefined && pattern === undefined && [type].flat().includes('string')
    ? { ...schema, pattern: known }
    : schema
}
