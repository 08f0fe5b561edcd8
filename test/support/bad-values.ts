import type { Scene } from './ids.ts'
import { matchesPattern, put, sample } from './inputs.ts'
import { fieldsOf, jsonType, pathText, resolveSchema, type Field, type Schema } from './schemas.ts'

/** An input that must be refused, as JSON text; `path` is the place that the answer must name. */
export interface BadInput {
  what: string
  path: string
  text: string
}

const marker = '\u{1F3AF}bad value\u{1F3AF}'
const ofEveryType: unknown[] = ['text', 7, 1.5, true, { surprise: 1 }, [[1]], null]

/** Characters that no text may hold. */
const badCharacters: [what: string, text: string][] = [
  ['NUL', 'a\u0000b'],
  ['a control character', 'a\u0007b'],
  ['DEL', 'a\u007fb'],
  ['a C1 control character', 'a\u0085b'],
  ['a lone high surrogate', 'a\ud800b'],
  ['a lone low surrogate', 'a\udc00b'],
]

/** Texts in which nothing can be seen, or too much. */
const badInAnyLine: [what: string, text: string][] = [
  ['nothing but characters without width', '\u200b\u200d\u2060'],
  ['nothing but a filler', '\u3164'],
  ['31 combining marks in a row', `a${'\u0301'.repeat(31)}`],
]

/** What no text of one line may hold. Texts of several lines may. */
const badInOneLine: [what: string, text: string][] = [
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['a line separator', 'a\u2028b'],
  ['a mark that turns the direction', 'a\u202eb'],
  ['an isolate that turns the direction', 'a\u2066b'],
  ...badInAnyLine,
]

/** Names that can change a prototype when an object is built carelessly, and others that no input has. */
const badNames = ['__proto__', 'constructor', 'prototype', 'toString', 'a\u0000b', 'a\ud800b', '']

/**
 * All bad inputs that differ from a valid one in one place. Characters and names that are bad for every schema are used
 * in turn: each text gets one of the characters, each object one of the names.
 *
 * @param turn the index of the character and the name to begin with
 */
export async function badInputs(
  scene: Scene,
  schema: Schema,
  valid: unknown,
  turn: number,
): Promise<BadInput[]> {
  const found: BadInput[] = [...withBadNames('', JSON.stringify(valid), turn, (text) => text)]
  for (const name of schema.required ?? []) {
    const { [name]: _left, ...rest } = valid as Record<string, unknown>
    found.push({ what: 'left out', path: name, text: JSON.stringify(rest) })
  }
  for (const [index, field] of fieldsOf(schema).entries()) {
    const path = pathText(field.path)
    const frame = JSON.stringify(await put(scene, schema, valid, field.path, marker))
    const within = (text: string) => frame.replace(JSON.stringify(marker), () => text)
    for (const [what, text] of await badTexts(scene, field, turn + index))
      found.push({ what, path, text: within(text) })
    // An object of any JSON has no unknown properties.
    if (field.types.has('object') && field.schema['x-any'] === undefined)
      found.push(
        ...withBadNames(path, JSON.stringify(await sample(scene, field.schema)), turn + index, within),
      )
  }
  return found
}

/** Bad values of one field, as JSON text. */
async function badTexts(
  scene: Scene,
  { schema, types }: Field,
  turn: number,
): Promise<[what: string, text: string][]> {
  const bad = (what: string, value: unknown): [string, string] => [what, JSON.stringify(value)]
  const found = ofEveryType
    .filter((value) => !fits(types, value))
    .map((value) => bad(`${jsonType(value)} instead of ${[...types].join('|')}`, value))
  // An id of any form is answered like an unknown one: test/contract/ids.test.ts.
  if (types.has('string') && schema['x-id'] === undefined) {
    found.push(bad(...(badCharacters[turn % badCharacters.length] as [string, string])))
    const badLines = schema['x-lines'] !== undefined ? badInAnyLine : badInOneLine
    found.push(bad(...(badLines[turn % badLines.length] as [string, string])))
    found.push(bad('too long', 'x'.repeat((schema.maxLength ?? 20_000) + 1)))
    if (schema.minLength) found.push(bad('white space alone', '  '), bad('empty', ''))
  }
  if (schema.format === 'date') found.push(bad('a year that is not', '0000-01-01'))
  const unlikely = '\u{1F980}'
  if (schema.enum ?? schema.format ?? !matchesPattern(schema, unlikely))
    found.push(bad('not one of the allowed', unlikely))
  if (schema.minimum !== undefined) found.push(bad('too small', schema.minimum - 1))
  if (schema.maximum !== undefined) found.push(bad('too large', schema.maximum + 1))
  if (schema['x-decimals'] !== undefined) found.push(bad('too many decimals', 1 / 3))
  if (types.has('number') || types.has('integer')) found.push(['more than a number holds', '1e999'])
  if (schema.maxItems !== undefined)
    found.push(
      bad(
        'too many',
        await Promise.all(
          Array.from({ length: schema.maxItems + 1 }, () => sample(scene, resolveSchema(schema.items ?? {}))),
        ),
      ),
    )
  if (schema.minItems) found.push(bad('too few', []))
  return found
}

function fits(types: Set<string>, value: unknown): boolean {
  const type = jsonType(value)
  return types.has(type) || (type === 'integer' && types.has('number'))
}

/** The object with one more property. It is written as text, because an object in memory cannot hold `__proto__`. */
function withBadNames(
  path: string,
  object: string,
  turn: number,
  within: (text: string) => string,
): BadInput[] {
  return ['surprise', badNames[turn % badNames.length] as string].map((name) => {
    const extra = `${JSON.stringify(name)}:{"polluted":true}`
    const text = object === '{}' ? `{${extra}}` : `{${extra},${object.slice(1)}`
    return { what: `the unknown property ${JSON.stringify(name)}`, path, text: within(text) }
  })
}
