import { invalidAll, maxProblems, shorten, toApiError, type ErrorDetail } from '../errors.ts'
import { errorCatalogue } from '../generated/errors.ts'
import { requests, type ValidationIssue, type Validator } from '../generated/requests.js'
import type * as Answers from '../generated/results.js'
import { notInLine, ownText } from './formats.ts'
import { normalize } from './normalize.ts'
import { inputSize, textBounds } from './size.ts'

/**
 * Normalizes the input of an operation and checks it against the contract.
 *
 * @returns the input with texts trimmed and defaults filled in
 * @throws ApiError validation_failed with all problems (at most 100), each with its path
 */
export function validateInput(operationId: string, input: unknown): Record<string, unknown> {
  const work = validating(operationId, input)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Like {@link validateInput}, for inputs of megabytes: it yields wherever it may be interrupted (see src/slices.ts). */
export function* validating(
  operationId: string,
  input: unknown,
): Generator<undefined, Record<string, unknown>, undefined> {
  const bounds = { ...inputSize(operationId), ...textBounds(operationId) }
  const { value, problems, altered } = yield* normalize(input, bounds)
  if (problems.length > 0) throw invalidAll(problems)
  const validate = validatorOf(operationId)
  if (!validate(value)) throw invalidAll(explain(validate.errors ?? [], value, maxProblems))
  if (altered) {
    yield
    requireLengths(validate, (yield* normalize(input, bounds, { asSent: true })).value)
  }
  return value as Record<string, unknown>
}

/**
 * What is wrong with an input that another one was made of, such as the rows of a file. It yields as {@link validating}
 * does.
 *
 * @param most so many problems are told
 * @returns also the input with texts trimmed and defaults filled in, as far as it is right
 */
export function* inputProblems(
  operationId: string,
  input: unknown,
  most: number,
): Generator<undefined, { value: unknown; problems: ErrorDetail[] }, undefined> {
  const bounds = { ...inputSize(operationId), ...textBounds(operationId) }
  const { value, problems, altered } = yield* normalize(input, bounds, { most })
  yield
  const validate = validatorOf(operationId)
  const issues = validate(value) ? [] : explain(validate.errors ?? [], value, most)
  yield
  const sent = altered ? (yield* normalize(input, bounds, { most, asSent: true })).value : value
  const long = altered ? tooLong(validate, sent, most) : []
  yield
  // A text that is not clean is empty in the copy, which is no second problem; nor is one that is too long in both forms.
  const unclean = new Set(problems.map(({ path }) => path))
  const others = new Map([...issues, ...long].map((one) => [keyOf(one), one])).values()
  return { value, problems: [...problems, ...others.filter(({ path }) => !unclean.has(path))] }
}

const keyOf = ({ path, code }: ErrorDetail): string => `${path} ${code}`

function validatorOf(operationId: string): Validator {
  const validate = requests[operationId]
  if (!validate) throw new Error(`no validator for ${operationId}; run npm run codegen`)
  return validate
}

/**
 * Lengths count as a text was sent, with its outer spaces and before marks melt into letters: whoever checks an input with
 * the published schema must get the same answer as from us.
 */
function requireLengths(validate: Validator, sent: unknown): void {
  const problems = tooLong(validate, sent, maxProblems)
  if (problems.length > 0) throw invalidAll(problems)
}

/** The texts of an input that are too long as they were sent. */
function tooLong(validate: Validator, sent: unknown, most: number): ErrorDetail[] {
  if (validate(sent)) return []
  const issues = (validate.errors ?? []).filter(({ keyword }) => keyword === 'maxLength')
  return issues.length > 0 ? explain(issues, sent, most) : []
}

let ownAnswers: typeof Answers | undefined

/** Loads the validators of our own answers. Production does not: they are as large as all other code together. */
export async function loadResultValidators(): Promise<void> {
  ownAnswers ??= await import('../generated/results.js')
}

/**
 * Checks one of our own answers against the contract. Needs {@link loadResultValidators} first.
 *
 * @throws ApiError internal, because a difference is our mistake
 */
export function checkResult(operationId: string, result: unknown): void {
  hold(`the result of ${operationId}`, ownAnswers?.results[operationId], result)
}

/**
 * Checks the payload of an event against its schema: what is sent to receivers cannot be taken back.
 *
 * @throws ApiError internal, because a difference is our mistake
 */
export function checkEvent(type: string, data: unknown): void {
  hold(`the payload of ${type}`, ownAnswers?.events[type], data)
}

function hold(what: string, validate: Validator | undefined, value: unknown): void {
  if (!validate) throw new Error(`no validator for ${what}; await loadResultValidators() first`)
  // A copy, because validators fill in defaults; through JSON, because that is what the client will read.
  if (validate(JSON.parse(JSON.stringify(value)))) return
  const [issue] = validate.errors ?? []
  throw toApiError(new Error(`${what} breaks the contract: ${issue?.instancePath} ${issue?.message}`))
}

/** Ajv's errors as problems of the input, one for each path and code. */
function explain(issues: ValidationIssue[], input: unknown, most: number): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  const choices = readChoices(issues)
  const codes = wrongCodes(issues)
  for (const issue of issues.slice(0, 10 * most)) {
    if (details.size >= most) break
    if (issue.keyword === 'anyOf' || (issue.keyword === 'type' && issue.params['type'] === 'null')) continue
    const choice = choices.get(issue.instancePath)
    if (issue.keyword === 'type' && choice?.hasType) continue
    if (issue.keyword === 'maxLength' && codes.has(issue.instancePath)) continue
    const path = shorten(pathOf(issue))
    const [code, message] = textProblem(issue, input) ?? problem(issue, choice?.types)
    details.set(keyOf({ path, code, message }), { path, code, message })
  }
  return details.size > 0
    ? [...details.values()]
    : [{ path: '', code: 'invalid', message: 'The input is not valid.' }]
}

/** The places of values that are no code of their list. Their length says nothing more. */
const wrongCodes = (issues: ValidationIssue[]): Set<string> =>
  new Set(
    issues
      .filter(({ keyword, params }) => keyword === 'format' && isCodeFormat(params['format']))
      .map(({ instancePath }) => instancePath),
  )

const isCodeFormat = (format: unknown) => /^(country|currency)$/.test(String(format))

/** A value that fits none of several choices. */
interface Choice {
  /** The types of all choices. */
  types: string[]
  /** Whether a choice has the type of the value, so that something else about it is wrong. */
  hasType: boolean
}

/** The values that fit no choice (`anyOf`), by their place. */
function readChoices(issues: ValidationIssue[]): Map<string, Choice> {
  const choices = new Map<string, Choice>()
  for (const { keyword, instancePath } of issues)
    if (keyword === 'anyOf') choices.set(instancePath, { types: [], hasType: false })
  for (const { keyword, instancePath, params } of issues) {
    const choice = choices.get(instancePath)
    if (keyword === 'type') choice?.types.push(...typesOf(params))
    else if (choice && keyword !== 'anyOf') choice.hasType = true
  }
  return choices
}

function typesOf({ type }: ValidationIssue['params']): string[] {
  return [type ?? []].flat().flatMap((one) => String(one).split(','))
}

/** What is wrong with a free text that does not match its pattern; undefined when the issue is another one. */
function textProblem(
  { keyword, params, instancePath }: ValidationIssue,
  input: unknown,
): [code: string, message: string] | undefined {
  const [kind] = Object.values(ownText).filter((one) => Object.values(one).includes(params['pattern']))
  if (keyword !== 'pattern' || !kind) return undefined
  const value = stepsOf(instancePath).reduce<unknown>((at, step) => (at as never)[step], input)
  if (value === '') return ['required', 'This must not be empty.']
  if (kind === ownText.line && notOneLine.test(value as string))
    return [
      'bad_character',
      'This is one line: no line breaks or tabs, and no marks that turn the direction of writing.',
    ]
  return ['required', 'This must hold a character that can be seen.']
}

const notOneLine = new RegExp(`[${notInLine}]`, 'u')

function stepsOf(instancePath: string): string[] {
  const steps = instancePath.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** `/people/3/manager_email` → `people[3].manager_email`, plus the name of the missing or unknown property. */
function pathOf({ instancePath, params }: ValidationIssue): string {
  const steps = stepsOf(instancePath)
  const property = params['missingProperty'] ?? params['additionalProperty']
  if (typeof property === 'string') steps.push(property)
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step),
    '',
  )
}

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

/** @param types of all choices, if the value fits none of several */
function problem(
  { keyword, params }: ValidationIssue,
  types?: readonly string[],
): [code: string, message: string] {
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
      return ['out_of_range', `This must be ${p['comparison']} ${p['limit']}.`]
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
