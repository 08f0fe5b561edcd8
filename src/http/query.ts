import { invalid, invalidAll, maxProblems, type ErrorDetail } from '../errors.ts'
import type { Action } from '../generated/actions.ts'

/**
 * The input of a read from its query string: text and numbers as they are, booleans as `true` or `false`, objects and
 * lists as JSON. A value that cannot be read stays text, and validation says what is wrong with it.
 *
 * @throws ApiError validation_failed when a parameter is given twice
 */
export function readQuery(action: Action, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const problems: ErrorDetail[] = []
  for (const [name, text] of search) {
    if (problems.length >= maxProblems) break
    if (Object.hasOwn(input, name))
      problems.push({
        path: name,
        code: 'duplicate',
        message: 'Give this parameter once; a list is one JSON value.',
      })
    // Not `input[name] = …`: that sets no property for a parameter called __proto__, which must be refused as unknown.
    Object.defineProperty(input, name, {
      value: decode(action.query[name], text),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  if (problems.length > 0) throw invalidAll(problems)
  return input
}

function decode(type: Action['query'][string] | undefined, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (type !== 'json') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * The query of a POST: a write takes `dry_run`, a read takes no parameter.
 *
 * @throws ApiError validation_failed
 */
export function readDryRun(action: Action, search: URLSearchParams): boolean {
  refuseOthers(search, action.effect === 'read' ? undefined : 'dry_run')
  const values = search.getAll('dry_run')
  if (values.length > 1 || !['true', 'false', undefined].includes(values[0]))
    throw invalid('dry_run', 'wrong_type', 'This must be true or false.')
  return values[0] === 'true'
}

/**
 * Refuses every query parameter, for the endpoints below `/auth`. If `dry_run` were ignored, a client that asks for a
 * dry run would really be signed in or out.
 *
 * @throws ApiError validation_failed
 */
export function refuseQuery(search: URLSearchParams): void {
  refuseOthers(search, undefined)
}

function refuseOthers(search: URLSearchParams, known: string | undefined): void {
  for (const name of search.keys())
    if (name !== known)
      throw invalid(
        name.slice(0, 200),
        'unknown_property',
        'This is not a query parameter of the call. Put input into the body.',
      )
}
