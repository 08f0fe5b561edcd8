import type { Scene } from './ids.ts'
import { matchesPattern, put, sample } from './inputs.ts'
import { fieldsOf, jsonType, pathText, resolveSchema, type Field, type Schema } from './schemas.ts'

/** An input that must be refused, as JSON text. The answer must name each of the places where something is wrong. */
export interface BadInput {
  what: string
  places: string[]
  text: string
}

/** A bad value of one field, as JSON text. */
interface BadValue {
  what: string
  text: string
  /** Values of one sort are told together. Of texts that are too much for a call the first is told, and nothing else. */
  sort: Sort
}

/** `unclean`: characters that no text may hold, which are told before anything else. */
const sorts = ['wrong', 'unclean', 'too much'] as const
type Sort = (typeof sorts)[number]

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

const manyMarks: [what: string, text: string] = ['31 combining marks in a row', `a${'\u0301'.repeat(31)}`]

/** Texts in which nothing can be seen, or too much. */
const badInAnyLine: [what: string, text: string][] = [
  ['nothing but characters without width', '\u200b\u200d\u2060'],
  ['nothing but a filler', '\u3164'],
  manyMarks,
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
 * Bad inputs, which differ from a valid one where they say. Characters and names that are bad for every schema are used
 * in turn: each text gets one of the characters, each object one of the names.
 *
 * @param turn the index of the character and the name to begin with
 * @param many of these differ in one place, or in several. Each is told, so one call shows the same of all of them; but an action
 *   that judges what is left of an input must be asked with one at a time
 */
export async function badInputs(
  scene: Scene,
  schema: Schema,
  valid: unknown,
  turn: number,
  many: 'one' | 'several',
): Promise<BadInput[]> {
  const found: BadInput[] = [...withBadNames('', JSON.stringify(valid), turn, (text) => text)]
  const required = schema.required ?? []
  for (const names of many === 'one'
    ? required.map((name) => [name])
    : required.length > 0
      ? [required]
      : []) {
    const left = Object.entries(valid as object).filter(([name]) => !names.includes(name))
    found.push({ what: 'left out', places: names, text: JSON.stringify(Object.fromEntries(left)) })
  }
  const fields = await Promise.all(
    fieldsOf(schema).map(async (field, index) => ({
      ...field,
      turn: turn + index,
      bad: await badValues(scene, field, turn + index),
    })),
  )
  for (const sort of sorts) {
    const alone = many === 'one' || sort === 'too much'
    for (const group of alone ? fields.map((field) => [field]) : apart(fields)) {
      const queues = group.map(({ path, bad }) => ({ path, bad: bad.filter((one) => one.sort === sort) }))
      for (let round = 0; queues.some(({ bad }) => round < bad.length); round++) {
        const some = queues.flatMap(({ path, bad }) =>
          bad.slice(round, round + 1).map((value) => ({ path, value })),
        )
        found.push(await badAt(scene, schema, valid, some))
      }
    }
  }
  for (const field of fields) {
    // An object of any JSON has no unknown properties.
    if (!field.types.has('object') || field.schema['x-any'] !== undefined) continue
    const frame = JSON.stringify(await put(scene, schema, valid, field.path, marker))
    const object = JSON.stringify(await sample(scene, field.schema))
    const within = (text: string) => frame.replace(JSON.stringify(marker), () => text)
    found.push(...withBadNames(pathText(field.path), object, field.turn, within))
  }
  return found
}

/** Fields in groups in which none is a part of another one. The same place is in several groups when it has several schemas. */
function apart<T extends { path: string[] }>(fields: T[]): T[][] {
  const groups: T[][] = []
  for (const field of fields) {
    const place = pathText(field.path)
    const group = groups.find((others) =>
      others.every(({ path }) => path.length === field.path.length && pathText(path) !== place),
    )
    if (group) group.push(field)
    else groups.push([field])
  }
  return groups
}

/** The input with a bad value in each of these places. */
async function badAt(
  scene: Scene,
  schema: Schema,
  valid: unknown,
  places: { path: string[]; value: BadValue }[],
): Promise<BadInput> {
  let frame = valid
  for (const [index, { path }] of places.entries())
    frame = await put(scene, schema, frame, path, `${marker}${index}`)
  const text = places.reduce(
    (now, { value }, index) => now.replace(JSON.stringify(`${marker}${index}`), () => value.text),
    JSON.stringify(frame),
  )
  return {
    what: places.map(({ path, value }) => `${pathText(path)}: ${value.what}`).join(', '),
    places: places.map(({ path }) => pathText(path)),
    text,
  }
}

/** Bad values of one field. */
async function badValues(scene: Scene, { schema, types }: Field, turn: number): Promise<BadValue[]> {
  const bad = (what: string, value: unknown, sort: Sort = 'wrong') => ({
    what,
    text: JSON.stringify(value),
    sort,
  })
  const found = ofEveryType
    .filter((value) => !fits(types, value))
    .map((value) => bad(`${jsonType(value)} instead of ${[...types].join('|')}`, value))
  // An id of any form is answered like an unknown one: test/contract/ids.test.ts.
  if (types.has('string') && schema['x-id'] === undefined) {
    found.push(bad(...badCharacters[turn % badCharacters.length]!, 'unclean'))
    const badLines = schema['x-lines'] !== undefined ? badInAnyLine : badInOneLine
    const badLine = badLines[turn % badLines.length]!
    found.push(bad(...badLine, badLine === manyMarks ? 'too much' : 'unclean'))
    found.push(bad('too long', 'x'.repeat((schema.maxLength ?? 20_000) + 1), 'too much'))
    if (schema.minLength) found.push(bad('white space alone', '  '), bad('empty', ''))
  }
  if (schema.format === 'date') found.push(bad('a year that is not', '0000-01-01'))
  const unlikely = '\u{1F980}'
  if (schema.enum ?? schema.format ?? !matchesPattern(schema, unlikely))
    found.push(bad('not one of the allowed', unlikely))
  if (schema.minimum !== undefined) found.push(bad('too small', schema.minimum - 1))
  if (schema.maximum !== undefined) found.push(bad('too large', schema.maximum + 1))
  if (schema['x-decimals'] !== undefined) found.push(bad('too many decimals', 1 / 3))
  if (types.has('number') || types.has('integer'))
    found.push({ ...bad('more than a number holds', 0), text: '1e999' })
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
    return {
      what: `${path} the unknown property ${JSON.stringify(name)}`,
      places: [path],
      text: within(text),
    }
  })
}
