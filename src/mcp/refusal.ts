import { withToolNames } from '../domain/tool-names.ts'
import { ApiError, reworded, type ErrorDetail } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { Outcome } from '../pipeline/call.ts'
import type { Params } from './jsonrpc.ts'
import { isAction } from './names.ts'

/** Clients cut or drop longer results: Claude Code at 25,000 tokens, claude.ai at 150,000 characters. */
export const maxResultCharacters = 100_000

/**
 * An error as assistants read it, in lines: `code: message`, then for each detail
 * `- path (code): message record_type: … record_id: …`, and the ids to quote. Actions go by the names of their tools. A
 * message that the first line holds is not repeated.
 */
export function refusalText(error: ApiError, requestId: string): string {
  const { message, details } = reworded(error, (sentence) => withToolNames(sentence, isAction))
  const { activityId } = error.options
  return [
    `${error.code}: ${message}`,
    ...details.map((detail) => detailLine(detail, message)),
    ...(activityId ? [`activity_id: ${activityId}`] : []),
    `request_id: ${requestId}`,
  ].join('\n')
}

function detailLine(detail: ErrorDetail, told: string): string {
  const { path, code, message, record_type: type, record_id: id } = detail
  const isTold = told.startsWith(path ? `${path}: ${message}` : message)
  const place = [path, `(${code})`].filter(Boolean).join(' ')
  const record = [type && ` record_type: ${type}`, id && ` record_id: ${id}`].filter(Boolean).join('')
  return `- ${place}${isTold ? '' : `: ${message}`}${record}`
}

/**
 * The error for an answer that clients would cut. It says how to get less, or, after a write, that the change is kept
 * and the call must not be repeated.
 *
 * @param input the schema of the tool's arguments
 */
export function tooLong(
  action: Action,
  { dryRun, replayed }: Omit<Outcome, 'json'>,
  length: number,
  args: Params,
  input: ToolInput,
): ApiError {
  const size = `the result has ${length} characters, and a tool may answer ${maxResultCharacters}`
  if (action.effect !== 'read') {
    const kept = dryRun
      ? 'The dry run succeeded and kept nothing'
      : `${replayed ? 'The first call with this idempotency_key' : 'The call'} succeeded and its change was kept: do not repeat it`
    return new ApiError(
      'validation_failed',
      `${kept}. Only its answer is left out: ${size}. Read what you need with narrower calls.`,
    )
  }
  const ways = waysToGetLess(input, args)
  const less = ways.length > 0 ? ways.join(', or ') : 'ask for less'
  return new ApiError(
    'validation_failed',
    `Nothing is cut, so there is no answer: ${size}. To get less, ${less}; or read all of it over HTTP at ${action.url}.`,
  )
}

/** The schema of a tool's arguments. */
export interface ToolInput {
  properties: Record<string, unknown>
  required?: string[]
}

/** What makes the result of a read smaller, in words. Pages come first: they always help. */
function waysToGetLess({ properties, required = [] }: ToolInput, args: Params): string[] {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const pages = ['limit', ...cursors].filter((name) => optional.includes('limit') && optional.includes(name))
  const filters = optional.filter((name) => !pages.includes(name) && isFilter(name))
  const wider = optional.filter((name) => name.startsWith('include_') && args[name] === true)
  return [
    pages.length > 0 && `ask for pages with ${pages.join(' and ')}`,
    optional.includes('fields') && 'name fewer fields',
    filters.length > 0 && `narrow the call with ${filters.join(', ')}`,
    wider.length > 0 && `leave out ${wider.join(', ')}`,
  ].filter((way) => way !== false)
}

const cursors = ['after', 'before']

/**
 * Whether a property of a read lets fewer records through. Another day has as many, `include_…` adds some, and `fields`
 * is about what is in each.
 */
function isFilter(property: string): boolean {
  return !['as_of', 'fields', ...cursors].includes(property) && !property.startsWith('include_')
}
