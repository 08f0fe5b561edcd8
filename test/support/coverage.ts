import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractActions, type ActionEntry } from './contract.ts'
import { idFields } from './schemas.ts'
import type { seen } from './seen.ts'

const listFile = 'test/golden/unseen-codes.txt'

const codeOf: Record<string, string> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'validation_failed',
  429: 'rate_limited',
  500: 'internal',
  503: 'internal',
}

/**
 * What a full run must have seen: every action succeeded, every documented error and warning was answered or is on a list that may
 * only become shorter, and every declared event was written.
 *
 * @param unseen lines of the list: `operationId status code`, or `operationId name` for a refusal or a warning of its own
 * @returns what is missing, each with what to do about it
 */
export function coverageProblems(actions: ActionEntry[], run: typeof seen, unseen: string[]): string[] {
  const documented = actions.flatMap((action) => [...documentedErrors(action), ...ownCodes(action)])
  const events = new Set(actions.flatMap(({ operation }) => operation['x-events'] ?? []))
  return [
    ...actions
      .filter(({ id }) => !run.succeeded.has(id))
      .map(({ id }) => `${id} never succeeded: write its story in test/actions.`),
    ...documented
      .filter((line) => !run.codes.has(line) && !unseen.includes(line))
      .map((line) => `"${line}" is documented but was never seen: write a test that provokes it.`),
    ...unseen
      .filter((line) => run.codes.has(line))
      .map((line) => `"${line}" was seen: delete this line from ${listFile}.`),
    ...unseen
      .filter((line) => !documented.includes(line))
      .map((line) => `"${line}" is not documented (any more): delete this line from ${listFile}.`),
    ...[...events]
      .filter((type) => !run.events.has(type))
      .map((type) => `The event ${type} was never written: write a story that makes it happen.`),
  ]
}

/** The refusals in `x-errors`, the problems with rows in `x-row-errors`, and the warnings in `x-warnings`. */
function ownCodes({ id, operation }: ActionEntry): string[] {
  const { 'x-errors': errors = [], 'x-row-errors': rowErrors = [], 'x-warnings': warnings = [] } = operation
  return [...errors, ...rowErrors, ...warnings].map(({ code }) => `${id} ${code}`)
}

/**
 * The documented errors. `not_found` is documented for every action, but only those with an id in their input answer
 * it.
 */
function documentedErrors(action: ActionEntry): string[] {
  return Object.keys(action.operation.responses)
    .filter((status) => status !== '200' && (status !== '404' || idFields(action).length > 0))
    .map((status) => {
      const code = codeOf[status]
      if (!code)
        throw new Error(
          `${action.id} documents ${status}: say in test/support/coverage.ts which code that is.`,
        )
      return `${action.id} ${status} ${code}`
    })
}

/**
 * Checks a full run.
 *
 * @param run what it has seen
 * @throws Error with everything that is missing
 */
export function checkCoverage(run: typeof seen): void {
  const unseen = readFileSync(join(import.meta.dirname, '../..', listFile), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const problems = coverageProblems(Object.values(contractActions), run, unseen)
  if (problems.length > 0) throw new Error(`The run does not cover the contract:\n${problems.join('\n')}`)
}
