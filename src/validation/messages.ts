import { isImpossibleDay } from '../domain/day.ts'
import type { Detail } from '../errors.ts'
import { errorCatalogue } from '../generated/errors.ts'
import type { ValidationIssue } from '../generated/requests.js'
import { formatTexts, inputTexts, typeTexts } from '../texts/input.ts'
import { patternTexts } from '../texts/patterns.ts'
import type { Phrase, Value } from '../texts/phrase.ts'
import { notInLine, ownText } from './formats.ts'

/** The problem of a value, without its place. */
type Wrong = Omit<Detail, 'path'>

const wrong = (code: string, message: Phrase, params?: Detail['params']): Wrong => ({
  code,
  message,
  ...(params && { params }),
})

/**
 * An error of Ajv as callers read it.
 *
 * @param value what does not fit
 * @param types of all choices, if the value fits none of several
 */
export const problemOf = (issue: ValidationIssue, value: unknown, types?: readonly string[]): Wrong =>
  textProblem(issue, value) ?? dayProblem(issue, value) ?? ruleProblem(issue, types)

/** The JSON types that a rule allows. */
export function typesOf({ type }: ValidationIssue['params']): string[] {
  return [type ?? []].flat().flatMap((one) => String(one).split(','))
}

/** Finds the problem of a free text that does not match its pattern; undefined when the issue is another one. */
function textProblem({ keyword, params }: ValidationIssue, value: unknown): Wrong | undefined {
  const [kind] = Object.values(ownText).filter((one) => Object.values(one).includes(params['pattern']))
  if (keyword !== 'pattern' || !kind) return undefined
  if (value === '') return wrong('required', inputTexts.empty())
  if (kind === ownText.line && notOneLine.test(value as string))
    return wrong('bad_character', inputTexts.oneLine())
  return wrong('required', inputTexts.unseen())
}

const notOneLine = new RegExp(`[${notInLine}]`, 'u')

/** A day in the right form that no calendar has, such as 2026-02-30. */
const dayProblem = ({ keyword, params }: ValidationIssue, value: unknown): Wrong | undefined =>
  keyword === 'format' && params['format'] === 'date' && isImpossibleDay(String(value))
    ? wrong('bad_format', inputTexts.noSuchDay(), { format: 'date' })
    : undefined

/** Joins the words for what a value must be, where it may be one of several things. */
const either = (words: Value[]): Value => words.reduce((one, other) => inputTexts.either({ one, other }))

/** Words for a name of JSON Schema; the name itself where there are none. */
const wordsOf = (texts: Record<string, () => Phrase>, name: string): Value =>
  Object.hasOwn(texts, name) ? texts[name]!() : name

/** The rules of numbers, as Ajv writes them. */
function comparison(sign: unknown, limit: number): Phrase {
  switch (sign) {
    case '>=':
      return inputTexts.atLeast({ min: limit })
    case '<=':
      return inputTexts.atMost({ max: limit })
    case '>':
      return inputTexts.moreThan({ above: limit })
    default:
      return inputTexts.lessThan({ below: limit })
  }
}

/** @param types of all choices, if the value fits none of several */
function ruleProblem({ keyword, params }: ValidationIssue, types?: readonly string[]): Wrong {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return wrong('required', inputTexts.required())
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return wrong('unknown_property', inputTexts.unknownProperty())
    case 'type': {
      const names = [...new Set(types ?? typesOf(params))]
      const what = either(names.map((name) => wordsOf(typeTexts, name)))
      return wrong('wrong_type', inputTexts.mustBe({ what }), { expected: names.join(', ') })
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String).join(', ')
      return wrong('not_allowed', inputTexts.oneOf({ allowed }))
    }
    case 'const':
      return wrong('not_allowed', inputTexts.exactly({ allowed: JSON.stringify(params['allowedValue']) }))
    case 'minLength':
      return limit === 1
        ? wrong('required', inputTexts.empty())
        : wrong('too_short', inputTexts.tooShort({ min: limit }))
    case 'maxLength':
      return wrong('too_long', inputTexts.tooLong({ max: limit }))
    case 'format':
      return formatProblem(String(params['format']))
    case 'pattern':
      return patternProblem(String(params['pattern']))
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return wrong('out_of_range', comparison(params['comparison'], limit))
    case 'multipleOf':
      return wrong('out_of_range', inputTexts.multipleOf({ multiple_of: Number(params['multipleOf']) }))
    case 'x-decimals':
      return wrong('out_of_range', inputTexts.decimals({ decimals: limit }))
    case 'minItems':
      return wrong('too_few', inputTexts.tooFew({ min: limit }))
    case 'maxItems':
    case 'maxProperties':
      return wrong('too_many', inputTexts.tooMany({ max: limit }))
    case 'uniqueItems':
      return wrong('duplicate', inputTexts.duplicate())
    case 'minProperties':
      return wrong('required', inputTexts.noProperty())
    default:
      return wrong('invalid', inputTexts.invalidHere())
  }
}

const patternProblem = (pattern: string): Wrong =>
  wrong(
    'bad_format',
    Object.hasOwn(patternTexts, pattern)
      ? inputTexts.mustBe({ what: wordsOf(patternTexts, pattern) })
      : inputTexts.pattern({ pattern }),
  )

function formatProblem(format: string): Wrong {
  // The same answer as to a cursor of another list: callers need not tell the two apart.
  if (format.endsWith('-cursor'))
    return wrong('bad_cursor', { text: errorCatalogue.bad_cursor.message, values: {} })
  return wrong('bad_format', inputTexts.mustBe({ what: wordsOf(formatTexts, format) }), { format })
}
