import { invalid, invalidAll, type ErrorDetail } from '../errors.ts'
import type { Action } from '../generated/actions.ts'

/**
 * The input of a Read action from its query string: scalars as they are, `true`/`false`, objects and lists as JSON
 * (spec gaps 1). What cannot be read is left as text, for validation to refuse in its own words.
 */
export function readQuery(action: Action, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const problems: ErrorDetail[] = []
  for (const [name, text] of search) {
    if (Object.hasOwn(input, name))
      problems.push({
        path: name,
        code: 'duplicate',
        message: 'Give this parameter once; a list is one JSON value.',
      })
    // defineProperty: a parameter may be called __proto__, and must arrive as the unknown property that it is.
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

/** The query of a POST: `dry_run` on a write, nothing on a read. */
export function readDryRun(action: Action, search: URLSearchParams): boolean {
  refuseOthers(search, action.effect === 'read' ? undefined : 'dry_run')
  const values = search.getAll('dry_run')
  if (values.length > 1 || !['true', 'false', undefined].includes(values[0]))
    throw invalid('dry_run', 'wrong_type', 'This must be true or false.')
  return values[0] === 'true'
}

/** Below `/auth` there is no query. Whoever asks for a dry run there must not be signed in or out for real. */
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
