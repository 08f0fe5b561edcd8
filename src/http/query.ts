import { ApiError, invalid, invalidAll, maxProblems, withPaths, type Detail } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import { readsAreDry } from '../pipeline/dry-run.ts'
import { inputTexts, typeTexts } from '../texts/input.ts'
import type { Phrase } from '../texts/phrase.ts'
import { requestTexts } from '../texts/requests.ts'

/**
 * The parameters of a query string.
 *
 * @throws ApiError validation_failed, naming the parameter whose bytes are not UTF-8. They would otherwise be read as
 *   replacement characters, and searched for or stored as such.
 */
export function readSearch(query: string): URLSearchParams {
  const search = new URLSearchParams(query)
  if (!query.includes('%')) return search
  const names = [...search.keys()]
  const parts = query.split('&').filter((part) => part !== '')
  const wrong = parts.findIndex((part) => !isUtf8(part))
  if (wrong < 0) return search
  throw invalid((names[wrong] ?? '').slice(0, 200), 'bad_format', requestTexts.notUtf8())
}

/** Tells whether each row of percent-encoded bytes is UTF-8. All else is ASCII: Node refuses an address that is not. */
function isUtf8(part: string): boolean {
  try {
    for (const [bytes] of part.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * The input of a read from its query string: text and numbers as they are, booleans as `true` or `false`, lists as JSON.
 * The values of an object are parameters of their own (`x-query`), or the object is JSON under its own name. A value that
 * cannot be read stays text, and validation says what is wrong with it.
 *
 * @throws ApiError validation_failed when a parameter is given twice
 */
export function readQuery(action: Action, search: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const problems: Detail[] = []
  const given = new Set<string>()
  for (const [name, text] of search) {
    if (problems.length >= maxProblems) break
    if (name === 'dry_run' && action.query['dry_run'] === undefined) throw readsAreDry()
    const { property, part } = partOf(action, name) ?? { property: name }
    if (given.has(name)) problems.push(duplicate(name, requestTexts.onceAsList()))
    else if (part !== undefined && search.has(property))
      problems.push(duplicate(name, requestTexts.saidTwice({ property })))
    given.add(name)
    const value = decode(action.query[name], text)
    if (part === undefined) setOwn(input, name, value)
    else setOwn(input, property, { ...(input[property] as object | undefined), [part]: value })
  }
  if (problems.length > 0) throw invalidAll(problems)
  return input
}

const duplicate = (path: string, message: Phrase): Detail => ({ path, code: 'duplicate', message })

/** Which property of which object of the input a parameter is; undefined for one that is a property of the input. */
function partOf(action: Action, name: string): Action['queryParts'][string] | undefined {
  return Object.hasOwn(action.queryParts, name) ? action.queryParts[name] : undefined
}

/** Not `input[name] = …`: that sets no property for a parameter called __proto__, which must be refused as unknown. */
function setOwn(input: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(input, name, { value, enumerable: true, writable: true, configurable: true })
}

/**
 * Throws what a read failed with, with paths in terms of its query: `joined_between.from` is `joined_from`, and
 * `joined_between` the first of its parameters that was given.
 *
 * @throws always
 */
export function failedQuery(action: Action, search: URLSearchParams, error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const parts = Object.entries(action.queryParts).filter(([name]) => search.has(name))
  throw withPaths(error, (path) => {
    const [name] = parts.find(([, one]) => [`${one.property}.${one.part}`, one.property].includes(path)) ?? []
    return name ?? path
  })
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
  if (action.effect === 'read' && search.has('dry_run')) throw readsAreDry()
  refuseOthers(search, action.effect === 'read' ? undefined : 'dry_run')
  const values = search.getAll('dry_run')
  if (values.length > 1 || !['true', 'false', undefined].includes(values[0]))
    throw invalid('dry_run', 'wrong_type', inputTexts.mustBe({ what: typeTexts.boolean() }))
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
    if (name !== known) throw invalid(name.slice(0, 200), 'unknown_property', requestTexts.noQueryParameter())
}
