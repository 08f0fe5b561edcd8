import type { Json, JsonObject } from '../model.ts'
import { mapSchema } from '../schema.ts'
import { patterns, text, timeZones } from '../../src/validation/formats.ts'

/**
 * Adds the pattern of free text to the texts of an input: of several lines where `x-lines` says so, else of one line.
 *
 * @param patterns as the document shows them, or as the service checks them
 */
export function addTextPattern(schema: Json, { line, lines } = text): Json {
  return mapSchema(schema, (one) => {
    if (!isFreeText(one)) return one
    const { any, filled } = one['x-lines'] === undefined ? line : lines
    return { ...one, pattern: one['minLength'] ? filled : any }
  })
}

/** Adds the patterns of an input as the document shows them: of its free texts, and of its time zones. */
export function addInputPatterns(schema: Json): Json {
  return mapSchema(addTextPattern(schema), (one) =>
    one['format'] === 'time-zone' ? { ...one, pattern: zonePattern } : one,
  )
}

/**
 * All time zones, and no other text. It is no `enum`, because many generators make the same identifier of `Etc/GMT+1` and
 * `Etc/GMT-1`, and then the client does not compile. Answers do not have it, because they may name zones that are new.
 */
export const zonePattern = zonesIn([...timeZones])

/** `Africa/Accra`, `Africa/Lagos`, `GMT+0` → `^(Africa/(Accra|Lagos)|GMT\\+0)$`. */
function zonesIn(names: string[]): string {
  const byArea = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/') + 1))
  const parts = [...byArea].map(([area, zones]) => {
    const rest = zones.map((zone) => zone.slice(area.length).replaceAll('+', '\\+')).join('|')
    return area === '' ? rest : `${area}(${rest})`
  })
  return `^(${parts.join('|')})$`
}

/** Whether the values are texts that nothing but their length limits. An id of any form is answered like an unknown one. */
export function isFreeText(schema: JsonObject): boolean {
  const limited = ['format', 'pattern', 'enum', 'const', 'x-id'].some((key) => key in schema)
  return !limited && [schema['type']].flat().includes('string')
}

/** Adds the pattern of our own formats, which other programs do not know. */
export function addFormatPattern(schema: JsonObject): JsonObject {
  const { type, format, pattern } = schema
  const known = (patterns as Record<string, string>)[String(format)]
  return known !== undefined && pattern === undefined && [type].flat().includes('string')
    ? { ...schema, pattern: known }
    : schema
}
