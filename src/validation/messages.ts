import { isImpossibleDay, noSuchDay } from '../domain/day.ts'
import { errorCatalogue } from '../generated/errors.ts'
import type { ValidationIssue } from '../generated/requests.js'
import { notInLine, ownText } from './formats.ts'

type CodeAndMessage = [code: string, message: string]

/**
 * An error of Ajv as callers read it.
 *
 * @param value what does not fit
 * @param types of all choices, if the value fits none of several
 */
export const problemOf = (
  issue: ValidationIssue,
  value: unknown,
  types?: readonly string[],
): CodeAndMessage => textProblem(issue, value) ?? dayProblem(issue, value) ?? ruleProblem(issue, types)

/** The JSON types that a rule allows. */
export function typesOf({ type }: ValidationIssue['params']): string[] {
  return [type ?? []].flat().flatMap((one) => String(one).split(','))
}

/** What is wrong with a free text that does not match its pattern; undefined when the issue is another one. */
function textProblem({ keyword, params }: ValidationIssue, value: unknown): CodeAndMessage | undefined {
  const [kind] = Object.values(ownText).filter((one) => Object.values(one).includes(params['pattern']))
  if (keyword !== 'pattern' || !kind) return undefined
  if (value === '') return ['required', 'This must not be empty.']
  if (kind === ownText.line && notOneLine.test(value as string))
    return [
      'bad_character',
      'This is one line: no line breaks or tabs, and no marks that turn the direction of writing.',
    ]
  return ['required', 'This must hold a character that can be seen.']
}

const notOneLine = new RegExp(`[${notInLine}]`, 'u')

/** A day in the right form that no calendar has, such as 2026-02-30. */
const dayProblem = ({ keyword, params }: ValidationIssue, value: unknown): CodeAndMessage | undefined =>
  keyword === 'format' && params['format'] === 'date' && isImpossibleDay(String(value))
    ? ['bad_format', noSuchDay(String(value))]
    : undefined

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const formatHints: Record<string, string> = {
  date: 'a calendar date such as 2026-11-21',
  'date-time': 'an ISO 8601 instant such as 2026-11-21T09:00:00Z',
  'idn-email': 'an e-mail address, such as ada@acme.example',
  country: 'an ISO 3166-1 country code of two capital letters, such as DE',
  currency: 'an ISO 4217 currency code, such as EUR',
  'time-zone': 'an IANA time zone in its own spelling, capitals included, such as Europe/Berlin or UTC',
  'action-name': 'the name of an action, such as org.units.create',
  iban: 'an account number whose check digits fit, such as DE89 3704 0044 0532 0130 00',
  phone: 'a phone number with + and the country code, such as +49 30 901820 for 030 901820 in Germany',
}

/** The rules of numbers, as Ajv writes them and as people say them. */
const comparisons: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
}

/** @param types of all choices, if the value fits none of several */
function ruleProblem({ keyword, params }: ValidationIssue, types?: readonly string[]): CodeAndMessage {
  const p = params as Record<string, string | number | undefined> & {
    type?: string | string[]
    allowedValues?: unknown[]
    format?: string
  }
  switch (keyword) {
    case 'required':
      return ['required', 'This is required.']
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return ['unknown_property', 'This is not a property of the input. Remove it, or check its spelling.']
    case 'type': {
      const names = [...new Set(types ?? typesOf(params))].map((type) => typeNames[type] ?? type)
      return ['wrong_type', `This must be ${names.join(' or ')}.`]
    }
    case 'enum':
      return ['not_allowed', `This must be one of ${(p.allowedValues ?? []).map(String).join(', ')}.`]
    case 'const':
      return ['not_allowed', `This must be ${JSON.stringify(p['allowedValue'])}.`]
    case 'minLength':
      return p['limit'] === 1
        ? ['required', 'This must not be empty.']
        : ['too_short', `This must have at least ${p['limit']} characters.`]
    case 'maxLength':
      return ['too_long', `This may have at most ${p['limit']} characters.`]
    case 'format':
      // The same answer as to a cursor of another list: callers need not tell the two apart.
      if (p.format?.endsWith('-cursor')) return ['bad_cursor', errorCatalogue.bad_cursor.message]
      return ['bad_format', `This must be ${formatHints[p.format ?? ''] ?? p.format}.`]
    case 'pattern':
      return ['bad_format', `This must match ${p['pattern']}.`]
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return ['out_of_range', `This must be ${comparisons[String(p['comparison'])]} ${p['limit']}.`]
    case 'multipleOf':
      return ['out_of_range', `This must be a multiple of ${p['multipleOf']}.`]
    case 'x-decimals':
      return ['out_of_range', `This may have at most ${p['limit']} decimals.`]
    case 'minItems':
      return ['too_few', `This must hold at least ${p['limit']} entries.`]
    case 'maxItems':
      return ['too_many', `This may hold at most ${p['limit']} entries.`]
    case 'uniqueItems':
      return ['duplicate', 'No entry may be here twice.']
    case 'maxProperties':
      return ['too_many', `This may hold at most ${p['limit']} entries.`]
    case 'minProperties':
      return ['required', 'Give at least one property.']
    default:
      return ['invalid', 'This is not valid here.']
  }
}
