import type { Json, JsonObject } from '../model.ts'
import { mapSchema } from '../schema.ts'
import { patterns, text } from '../../src/validation/formats.ts'

/** Adds the pattern of free text to the texts of an input: generated clients and tests do not read descriptions. */
export function addTextPattern(schema: Json): Json {
  return mapSchema(schema, (one) => {
    const free = !['format', 'pattern', 'enum', 'const'].some((key) => key in one)
    if (!free || ![one['type']].flat().includes('string')) return one
    return { ...one, pattern: one['minLength'] ? text.filled : text.any }
  })
}

/** Adds the pattern of our own formats, which other programs do not know. */
export function addFormatPattern(schema: JsonObject): JsonObject {
  const { type, format, pattern } = schema
  const known = (patterns as Record<string, string>)[String(format)]
  return known !== undefined && pattern === undefined && [type].flat().includes('string')
    ? { ...schema, pattern: known }
    : schema
}
