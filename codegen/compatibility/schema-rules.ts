import { isObject, type Json } from '../model.ts'
import type { Found } from './breaks.ts'
import { isOpen, missingTypes, propertiesOf, remarks, requiredOf, type Shape } from './shape.ts'
import { there, typesInWords, words } from './words.ts'

/** `request`: what clients send must still be accepted. `answer`: what clients receive must still be understood. */
export type Direction = 'request' | 'answer'

/** A break in one schema. `property` is there when it is about a property of the object. */
export type Finding = Omit<Found, 'place'> & { property?: string }

/** Compares two versions of a schema, but not the schemas of its properties and items. */
export function compareShapes(was: Shape, is: Shape, direction: Direction): Finding[] {
  const rules = direction === 'request' ? requestRules : answerRules
  return [...rules, notUnderstood].flatMap((rule) => rule(was, is))
}

/** Compares only the types. For schemas with several choices, which are compared one by one. */
export function compareTypes(was: Shape, is: Shape, direction: Direction): Finding[] {
  const rule = direction === 'request' ? requestTypes : answerTypes
  return rule(was, is)
}

type SchemaRule = (was: Shape, is: Shape) => Finding[]

const requestTypes: SchemaRule = (was, is) => {
  const lost = missingTypes(was.types, is.types)
  if (lost.length === 0) return []
  const rule = lost.join() === 'null' ? 'request null refused' : 'request type narrowed'
  return [{ rule, what: 'type', was: typesInWords(was.types), is: typesInWords(is.types) }]
}

const answerTypes: SchemaRule = (was, is) => {
  const gained = missingTypes(is.types, was.types)
  if (gained.length === 0) return []
  const rule = gained.join() === 'null' ? 'answer null added' : 'answer type changed'
  return [{ rule, what: 'type', was: typesInWords(was.types), is: typesInWords(is.types) }]
}

const requestRules: SchemaRule[] = [
  requestTypes,
  (was, is) => {
    if (is.values === undefined) return []
    const all = was.values !== undefined && missing(was.values, is.values).length === 0
    return all
      ? []
      : [{ rule: 'request values narrowed', what: 'values', ...inWords(was.values, is.values, 'any') }]
  },
  // The size of an integer follows from its range, which has rules of its own.
  (was, is) => (isSize(is.schema['format']) ? [] : restriction('request format narrowed', 'format', was, is)),
  (was, is) => restriction('request pattern changed', 'pattern', was, is),
  (was, is) => restriction('request limit tightened', 'multipleOf', was, is),
  (was, is) => restriction('request limit tightened', 'uniqueItems', was, is),
  (was, is) => [
    ...limits(was, is, upperLimits, (before, now) => now > before),
    ...limits(was, is, lowerLimits, (before, now) => now < before),
  ],
  (was, is) => {
    const [before, now] = [was.schema['default'], is.schema['default']]
    const same = before === undefined || JSON.stringify(before) === JSON.stringify(now)
    return same ? [] : [{ rule: 'request default changed', what: 'default', ...inWords(before, now) }]
  },
  (was, is) => {
    const gone = Object.keys(propertiesOf(was)).filter((name) => !Object.hasOwn(propertiesOf(is), name))
    return gone.map((property) => ({
      rule: 'request property removed',
      property,
      what: 'property',
      ...there,
    }))
  },
  (was, is) => {
    const needed = requiredOf(is).filter((name) => !requiredOf(was).includes(name))
    return needed.map((property) => ({
      rule: 'request property required',
      property,
      what: 'required',
      was: Object.hasOwn(propertiesOf(was), property) ? 'no' : 'not there',
      is: 'yes',
    }))
  },
  (was, is) => {
    if (!isOpen(was) || isOpen(is) || !holdsProperties(was)) return []
    return [{ rule: 'request closed', what: 'other properties', was: 'accepted', is: 'refused' }]
  },
]

const answerRules: SchemaRule[] = [
  answerTypes,
  (was, is) => {
    if (was.values === undefined || missing(was.values, is.values ?? []).length === 0) return []
    return [{ rule: 'answer values removed', what: 'values', ...inWords(was.values, is.values, 'any') }]
  },
  (was, is) => {
    const [before, now] = [was.schema['format'], is.schema['format']]
    if (before === undefined || before === now) return []
    return [{ rule: 'answer format changed', what: 'format', ...inWords(before, now) }]
  },
  (was, is) => {
    const gone = Object.keys(propertiesOf(was)).filter((name) => !Object.hasOwn(propertiesOf(is), name))
    return gone.map((property) => ({ rule: 'answer property removed', property, what: 'property', ...there }))
  },
  (was, is) => {
    const optional = requiredOf(was).filter(
      (name) => Object.hasOwn(propertiesOf(is), name) && !requiredOf(is).includes(name),
    )
    return optional.map((property) => ({
      rule: 'answer property optional',
      property,
      what: 'required',
      was: 'yes',
      is: 'no',
    }))
  },
  (was, is) => {
    if (!isObject(was.schema['additionalProperties']) || isOpen(is)) return []
    return [{ rule: 'answer property removed', what: 'other properties', ...there }]
  },
  (was, is) => [
    ...widened(was, is, upperLimits, (before, now) => now > before),
    ...widened(was, is, lowerLimits, (before, now) => now < before),
  ],
]

const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
/** The keywords that the rules know, and those that contain schemas to compare. */
const judged = [
  ...['type', 'enum', 'const', 'anyOf', 'oneOf', 'format', 'pattern', 'multipleOf', 'uniqueItems', 'default'],
  ...['properties', 'required', 'additionalProperties', 'items', ...upperLimits, ...lowerLimits],
]
/** A change of a keyword that no rule knows counts as a break, until somebody has looked at it. */
function notUnderstood(was: Shape, is: Shape): Finding[] {
  const keys = new Set([...Object.keys(was.schema), ...Object.keys(is.schema)])
  const unknown = [...keys].filter(
    (key) => !judged.includes(key) && !remarks.includes(key) && !key.startsWith('x-'),
  )
  return unknown.flatMap((key) => {
    const texts = inWords(was.schema[key], is.schema[key])
    return texts.was === texts.is ? [] : [{ rule: 'not understood', what: key, ...texts }]
  })
}

function isSize(format: Json | undefined): boolean {
  return format === 'int32' || format === 'int64'
}

/** A keyword that is new or has another value: it may refuse what was accepted before. */
function restriction(rule: Found['rule'], key: string, was: Shape, is: Shape): Finding[] {
  const [before, now] = [was.schema[key], is.schema[key]]
  if (now === undefined || now === false || JSON.stringify(now) === JSON.stringify(before)) return []
  return [{ rule, what: key, ...inWords(before, now) }]
}

function limits(
  was: Shape,
  is: Shape,
  keys: string[],
  isWider: (before: number, now: number) => boolean,
): Finding[] {
  return keys.flatMap((key) => {
    const [before, now] = [was.schema[key], is.schema[key]]
    if (typeof now !== 'number' || now === before) return []
    if (typeof before === 'number' && isWider(before, now)) return []
    return [{ rule: 'request limit tightened' as const, what: key, ...inWords(before, now) }]
  })
}

/** Limits of an answer that are gone or let more through. */
function widened(
  was: Shape,
  is: Shape,
  keys: string[],
  isWider: (before: number, now: number) => boolean,
): Finding[] {
  return keys.flatMap((key) => {
    const [before, now] = [was.schema[key], is.schema[key]]
    if (typeof before !== 'number' || (typeof now === 'number' && !isWider(before, now))) return []
    return [{ rule: 'answer limit widened' as const, what: key, ...inWords(before, now) }]
  })
}

function missing(values: Json[], others: Json[]): Json[] {
  const known = new Set(others.map((value) => JSON.stringify(value)))
  return values.filter((value) => !known.has(JSON.stringify(value)))
}

function inWords(was: Json | undefined, is: Json | undefined, none = 'none'): { was: string; is: string } {
  return { was: was === undefined ? none : words(was), is: is === undefined ? none : words(is) }
}

/** Tells whether the schema allows objects. Only those can be closed. */
function holdsProperties({ types }: Shape): boolean {
  return types.length === 0 || types.includes('object')
}
