import { invalidAll, maxProblems, shorten, toApiError, type Detail } from '../errors.ts'
import { requests, type ValidationIssue, type Validator } from '../generated/requests.js'
import type * as Answers from '../generated/results.js'
import { problemOf, typesOf } from './messages.ts'
import { normalize } from './normalize.ts'
import { inputSize, textBounds } from './size.ts'
import { inputTexts } from '../texts/input.ts'

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

/** Like {@link validateInput}, for inputs of megabytes: it yields wherever it may be interrupted (see src/streaming/yield.ts). */
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

/** An input with mistakes. */
export interface Mistaken {
  /** Mistakes: values that the contract does not accept, with their places. */
  mistakes: readonly Detail[]
  /**
   * The input without these values: normalized, and as the contract says, but that required properties may be missing.
   */
  left: unknown
  /** The input as it was sent. */
  sent: unknown
}

/**
 * Like {@link validating}, for an action that judges what is left of an input with mistakes: those that would be told are
 * answered. What is too large, and what has more mistakes than are told, is refused as it is there.
 *
 * @throws ApiError validation_failed
 */
export function* reading(
  operationId: string,
  sent: unknown,
): Generator<undefined, { input: unknown; mistaken?: Mistaken }, undefined> {
  const { value, problems: mistakes } = yield* inputProblems(operationId, sent, maxProblems)
  if (mistakes.length === 0) return { input: value }
  const large = mistakes.filter(({ code }) => code === 'too_large' || code === 'too_deep')
  if (large.length > 0) throw invalidAll(large)
  if (mistakes.length >= maxProblems || !leaveOut(operationId, value, mistakes)) throw invalidAll(mistakes)
  return { input: undefined, mistaken: { mistakes, left: value, sent } }
}

/**
 * Takes what is wrong out of an input, which it changes.
 *
 * @param mistakes of `inputProblems`
 * @returns whether nothing is wrong with the rest, but that required properties may be missing
 */
export function leaveOut(operationId: string, value: unknown, mistakes: readonly Detail[]): boolean {
  for (const { path } of mistakes) takeOut(value, path)
  const validate = validatorOf(operationId)
  return validate(value) || (validate.errors ?? []).every(({ keyword }) => keyword === 'required')
}

/** Takes the value at a path out of an input. In a list, an empty object is left, so that others keep their places. */
function takeOut(value: unknown, path: string): void {
  let [at, rest] = [value, path]
  // Each round makes the path shorter.
  while (typeof at === 'object' && at !== null && rest !== '') {
    const here = at as Record<string, unknown>
    const [, index] = /^\[(\d+)\]$/.exec(rest) ?? []
    if (index !== undefined && Array.isArray(at)) at[Number(index)] = {}
    if (Object.hasOwn(here, rest)) delete here[rest]
    const [step = '', name = '', item = ''] = /^\.?(?:([^.[]+)|\[(\d+)\])/.exec(rest) ?? []
    if (step === '') return
    at = here[name || item]
    rest = rest.slice(step.length)
    if (rest.startsWith('.')) rest = rest.slice(1)
  }
}

/**
 * Finds the problems of an input that another one was made of, such as the rows of a file. It yields as {@link
 * validating} does.
 *
 * @param most so many problems are told
 * @returns also the input with texts trimmed and defaults filled in, as far as it is right
 */
export function* inputProblems(
  operationId: string,
  input: unknown,
  most: number,
): Generator<undefined, { value: unknown; problems: Detail[] }, undefined> {
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

const keyOf = ({ path, code }: Detail): string => `${path} ${code}`

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
function tooLong(validate: Validator, sent: unknown, most: number): Detail[] {
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
function explain(issues: ValidationIssue[], input: unknown, most: number): Detail[] {
  const details = new Map<string, Detail>()
  const choices = readChoices(issues)
  const codes = wrongCodes(issues)
  for (const issue of issues.slice(0, 10 * most)) {
    if (details.size >= most) break
    if (issue.keyword === 'anyOf' || (issue.keyword === 'type' && issue.params['type'] === 'null')) continue
    const choice = choices.get(issue.instancePath)
    if (issue.keyword === 'type' && choice?.hasType) continue
    if (issue.keyword === 'maxLength' && codes.has(issue.instancePath)) continue
    const path = shorten(pathOf(issue))
    const detail = { path, ...problemOf(issue, valueAt(issue, input), choice?.types) }
    details.set(keyOf(detail), detail)
  }
  return details.size > 0
    ? [...details.values()]
    : [{ path: '', code: 'invalid', message: inputTexts.invalid() }]
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
  /** Tells that a choice has the type of the value, so that something else about it is wrong. */
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

const valueAt = ({ instancePath }: ValidationIssue, input: unknown): unknown =>
  stepsOf(instancePath).reduce<unknown>((at, step) => (at as never)[step], input)

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
