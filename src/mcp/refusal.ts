import { withToolNames } from '../domain/tool-names.ts'
import { ApiError, tell, type ErrorDetail } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { Outcome } from '../pipeline/call.ts'
import type { Params } from './jsonrpc.ts'
import { isAction } from './names.ts'
import { assistantTexts } from '../texts/assistants.ts'
import type { Language } from '../texts/language.ts'
import type { Phrase, Value } from '../texts/phrase.ts'

/** Clients cut or drop longer results: Claude Code at 25,000 tokens, claude.ai at 150,000 characters. */
export const maxResultCharacters = 100_000

/**
 * An error as assistants read it, in lines: `code: message`, then for each detail
 * `- path (code): message record_type: … record_id: …`, and the ids to quote. Actions go by the names of their tools. A
 * message that the first line holds is not repeated.
 */
export function refusalText(error: ApiError, requestId: string, language: Language): string {
  const { message, details = [] } = tell(error, language, (words) => withToolNames(words, isAction))
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
  const size = assistantTexts.size({ length, most: maxResultCharacters })
  if (action.effect !== 'read') {
    const { dryRunSucceeded, firstCallKept, callKept } = assistantTexts
    const kept = dryRun ? dryRunSucceeded() : replayed ? firstCallKept() : callKept()
    return new ApiError('validation_failed', assistantTexts.answerLeftOut({ kept, size }))
  }
  const ways = waysToGetLess(input, args)
  const address = action.url
  const message =
    ways.length > 0
      ? assistantTexts.noAnswer({ size, less: ways.reduceRight(orOthers), address })
      : assistantTexts.noShorterAnswer({ size, address })
  return new ApiError('validation_failed', message)
}

/** The schema of a tool's arguments. */
export interface ToolInput {
  properties: Record<string, unknown>
  required?: string[]
}

/** Ways to make the result of a read smaller, in words. Pages come first: they always help. */
function waysToGetLess({ properties, required = [] }: ToolInput, args: Params): Phrase[] {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const pages = ['limit', ...cursors].filter((name) => optional.includes('limit') && optional.includes(name))
  const filters = optional.filter((name) => !pages.includes(name) && isFilter(name))
  const wider = optional.filter((name) => name.startsWith('include_') && args[name] === true)
  return [
    pages.length > 0 && assistantTexts.pages({ names: (pages as Value[]).reduce(both) }),
    optional.includes('fields') && assistantTexts.fewerFields(),
    filters.length > 0 && assistantTexts.narrow({ names: filters.join(', ') }),
    wider.length > 0 && assistantTexts.leaveOut({ names: wider.join(', ') }),
  ].filter((way) => way !== false)
}

const orOthers = (others: Phrase, way: Phrase): Phrase => assistantTexts.wayOr({ way, others })
const both = (one: Value, other: Value): Phrase => assistantTexts.both({ one, other })

const cursors = ['after', 'before']

/** Another day has as many records, everybody has more, and the others change how they come or what is in each. */
const noFilters = ['as_of', 'everyone', 'sort', 'delimiter', 'wait', 'fields', ...cursors]

/** Tells whether a property of a read lets fewer records through. `include_…` adds some. */
function isFilter(property: string): boolean {
  return !noFilters.includes(property) && !property.startsWith('include_')
}
