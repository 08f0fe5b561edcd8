import { isObject, type Json, type JsonObject } from '../model.ts'
import { mapSchema, refName, rewrite } from '../schema.ts'
import { patterns, text, timeZones } from '../../src/validation/formats.ts'

/**
 * Adds the pattern of free text to the texts of an input: of several lines where `x-lines` says so, else of one line.
 *
 * @param patterns as the document shows them, or as the service checks them
 */
export function addTextPattern(schema: Json, { line, lines } = text): Json {
  return mapSchema(schema, (one) => (isFreeText(one) ? withTextPattern(one, { line, lines }) : one))
}

function withTextPattern(schema: JsonObject, { line, lines } = text): JsonObject {
  const { any, filled } = schema['x-lines'] === undefined ? line : lines
  return { ...schema, pattern: schema['minLength'] ? filled : any }
}

/**
 * An input as the document shows it. Its free texts refer to components that hold their pattern, which is long, once; its
 * time zones get the pattern of the zones of today. Texts with a default have the pattern themselves: the generator of
 * clients in Java writes a default beside a reference without quotes, which does not compile.
 */
export function addInputPatterns(schema: Json): Json {
  return mapSchema(schema, (one) => {
    if (isFreeText(one)) return one['default'] === undefined ? textReference(one) : withTextPattern(one)
    return one['format'] === 'time-zone' ? { ...one, pattern: zonePattern } : one
  })
}

/**
 * A component of inputs as the document shows it. One that is a text has its pattern itself: a component that only refers to
 * another one is a type that generators in Rust name, and do not make.
 */
export const addComponentPatterns = (schema: Json): Json =>
  isObject(schema) && isFreeText(schema) ? withTextPattern(schema) : addInputPatterns(schema)

/** The components of free texts, by name. */
const textComponents: JsonObject = {
  OneLineText: {
    description: 'A text of one line that holds at least one visible character: see the tag Text.',
    type: 'string',
    minLength: 1,
    pattern: text.line.filled,
  },
  OneLineTextOrEmpty: {
    description: 'A text of one line, or an empty one: see the tag Text.',
    type: 'string',
    pattern: text.line.any,
  },
  SeveralLinesText: {
    description: 'A text of one or more lines that holds at least one visible character: see the tag Text.',
    type: 'string',
    minLength: 1,
    pattern: text.lines.filled,
  },
  SeveralLinesTextOrEmpty: {
    description: 'A text of one or more lines, or an empty one: see the tag Text.',
    type: 'string',
    pattern: text.lines.any,
  },
}

/** A reference to the component of a free text, with its own limits and remarks beside it. */
function textReference({ type, minLength, maxLength, ...remarks }: JsonObject): JsonObject {
  const lines = remarks['x-lines'] === undefined ? 'OneLineText' : 'SeveralLinesText'
  const schema: JsonObject = {
    $ref: `#/components/schemas/${minLength ? lines : `${lines}OrEmpty`}`,
    ...(minLength !== undefined && minLength !== 1 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  }
  return [type].flat().includes('null')
    ? { anyOf: [schema, { type: 'null' }], ...remarks }
    : { ...schema, ...remarks }
}

/** Picks the components of free texts to which something refers. */
export function textComponentsIn(...nodes: Json[]): JsonObject {
  const used = new Set<string>()
  for (const node of nodes)
    rewrite(node, (object) => {
      const name = refName(object)
      if (name !== undefined) used.add(name)
      return object
    })
  return Object.fromEntries(Object.entries(textComponents).filter(([name]) => used.has(name)))
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

/**
 * Tells whether the values are texts that nothing but their length limits. An id of any form is answered like an
 * unknown one.
 */
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
