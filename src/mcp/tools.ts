import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  ApiError,
  errorBody,
  forbidden,
  invalid,
  invalidAll,
  reworded,
  toApiError,
  type ErrorDetail,
} from '../errors.ts'
import { actions } from '../generated/actions.ts'
import type { Action } from '../generated/actions.ts'
import type { Caller } from '../domain/caller.ts'
import { textOf } from '../slices.ts'
import { execute, type Outcome, type Runtime } from '../pipeline/execute.ts'
import { readsAreDry } from '../pipeline/dry-run.ts'
import { mayOffer } from '../pipeline/permit.ts'
import { isObject, Result, RpcError, rpcCodes, type Params } from './jsonrpc.ts'
import { withToolNames } from '../domain/tool-names.ts'
import { isSelected, type Selection } from './selection.ts'

/** The request to /mcp that calls tools: what they need to know of it. */
export interface ToolRequest {
  caller: Caller
  requestId: string
  /** Aborts when the client has gone. */
  signal: AbortSignal
  selection: Selection
  /** Reports to log and metrics how a tool call ended. `action` is the name of the action; no error: it succeeded. */
  report: (action: string, error?: ApiError) => void
}

interface Tool {
  name: string
  inputSchema: { properties: Record<string, unknown>; required?: string[] }
}

/** Clients cut or drop longer results: Claude Code at 25,000 tokens, claude.ai at 150,000 characters. */
export const maxResultCharacters = 100_000

const manifest = JSON.parse(
  readFileSync(join(resolve(import.meta.dirname, '../..'), 'openapi/published/mcp-tools.json'), 'utf8'),
) as Tool[]
const actionOf = new Map<string, Action>(Object.entries(actions))
const offers = manifest.map((tool) => ({
  action: actionOf.get(tool.name) as Action,
  text: JSON.stringify(tool),
}))
const inputOf = new Map(manifest.map(({ name, inputSchema }) => [name, inputSchema]))

/** The names that `?toolsets=` takes: the groups of the actions that are tools. */
export const toolsets: ReadonlySet<string> = new Set(offers.map(({ action }) => action.group))

type Offer = (typeof offers)[number]
const offersByCaller = new Map<string, Offer[]>()

/** The answer to tools/list: the tools that this caller may use, always in the same order. */
export function listTools({ caller, selection }: Pick<ToolRequest, 'caller' | 'selection'>): Result {
  const chosen = offersTo(caller).filter(({ action }) => isSelected(action, selection))
  return new Result({}, { name: 'tools', json: `[${chosen.map(({ text }) => text).join()}]` })
}

function offersTo(caller: Pick<Caller, 'audiences' | 'role'>): Offer[] {
  const key = `${caller.audiences.toSorted().join()} ${caller.role}`
  let offered = offersByCaller.get(key)
  if (!offered) offersByCaller.set(key, (offered = offers.filter(({ action }) => mayOffer(action, caller))))
  return offered
}

/**
 * Runs the action of a tool through the same pipeline as REST. An error of the action is a result, too: so the
 * assistant reads it and can correct its call.
 *
 * @throws RpcError when there is no such tool, or the arguments are no object
 */
export async function callTool(
  runtime: Runtime,
  { name, arguments: given }: Params,
  request: ToolRequest,
): Promise<Result> {
  const action = actionOf.get(name as string)
  if (!action)
    throw new RpcError(
      rpcCodes.invalidParams,
      'There is no tool of this name. tools/list names those there are.',
      { status: 200 },
    )
  const args = given ?? {}
  if (!isObject(args))
    throw new RpcError(rpcCodes.invalidParams, 'The arguments of a tool are an object.', { status: 200 })
  try {
    const { requestId, signal, caller } = request
    if (!isSelected(action, request.selection))
      throw forbidden(
        'The address of this connection leaves this tool out (toolsets, readonly). Tell the user to change it there.',
      )
    const outcome = await execute(runtime, {
      action,
      caller,
      requestId,
      gone: () => signal,
      ...readArguments(action, args),
    })
    const json = textOf(outcome.json)
    if (json.length > maxResultCharacters) throw tooLong(action, outcome, json.length, args)
    request.report(action.name)
    return success(outcome, json)
  } catch (thrown) {
    return refuse(toApiError(thrown), action.name, request)
  }
}

/** The result of a tool call that is refused before it runs. */
export function refuseCall(params: Params, error: ApiError, request: ToolRequest): Result {
  return refuse(error, actionOf.get(params['name'] as string)?.name ?? 'unknown', request)
}

/**
 * Splits `dry_run` and `idempotency_key`, which are about the call, from the input. A read has only input. What tools do
 * not have is refused here, because the schema of the action, which REST shares, knows it; so are the defaults that only
 * tools have filled in here.
 *
 * @throws ApiError validation_failed
 */
function readArguments(
  action: Action,
  args: Params,
): { input: Params; dryRun: boolean; idempotencyKey: string | undefined } {
  const unknown = action.webOnly.filter((name) => Object.hasOwn(args, name))
  if (unknown.length > 0)
    throw invalidAll(
      unknown.map((path) => ({
        path,
        code: 'unknown_property',
        message: 'This tool has no such property. Leave it out: only the web app can use it.',
      })),
    )
  if (action.effect === 'read') {
    if ('dry_run' in args && !('dry_run' in action.query)) throw readsAreDry()
    return { input: { ...action.toolDefaults, ...args }, dryRun: false, idempotencyKey: undefined }
  }
  const { dry_run: dryRun = false, idempotency_key: key, ...input } = args
  if (typeof dryRun !== 'boolean') throw invalid('dry_run', 'wrong_type', 'This must be true or false.')
  const idempotencyKey = dryRun ? undefined : key
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    throw invalid('idempotency_key', 'wrong_type', 'This must be text.')
  return { input, dryRun, idempotencyKey }
}

function success({ dryRun, replayed }: Outcome, json: string): Result {
  const flags = {
    ...(dryRun && { 'rollcall/dry_run': true }),
    ...(replayed && { 'rollcall/replayed': true }),
  }
  const fields = { ...((dryRun || replayed) && { _meta: flags }), content: [{ type: 'text', text: json }] }
  return new Result(fields, { name: 'structuredContent', json })
}

function detailLine({ path, message, record_type: type, record_id: id }: ErrorDetail): string {
  const record = [type && ` record_type: ${type}`, id && ` record_id: ${id}`].filter(Boolean).join('')
  return `- ${path ? `${path}: ` : ''}${message}${record}`
}

function refuse(error: ApiError, action: string, request: ToolRequest): Result {
  request.report(action, error)
  const { message, details } = reworded(error, (sentence) =>
    withToolNames(sentence, (id) => actionOf.has(id)),
  )
  const { activityId } = error.options
  const lines = [
    `${error.code}: ${message}`,
    ...details.filter(({ code }) => code !== resultTooLarge).map(detailLine),
    ...(activityId ? [`activity_id: ${activityId}`] : []),
    `request_id: ${request.requestId}`,
  ]
  const json = JSON.stringify(errorBody(error, request.requestId))
  return new Result(
    { isError: true, content: [{ type: 'text', text: lines.join('\n') }] },
    { name: 'structuredContent', json },
  )
}

/**
 * The error for an answer that clients would cut. It says how to get less, or, after a write, that the change is kept
 * and the call must not be repeated.
 */
export function tooLong(
  action: Action,
  { dryRun, replayed }: Omit<Outcome, 'json'>,
  length: number,
  args: Params = {},
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
  const { ways, paths } = waysToGetLess(action, args)
  const details = paths.map((path) => ({
    path,
    code: resultTooLarge,
    message: 'Use this to make the result smaller.',
  }))
  const less = ways.length > 0 ? ways.join(', or ') : 'ask for less'
  const message = `Nothing is cut, so there is no answer: ${size}. To get less, ${less}; or read all of it over HTTP at ${action.url}.`
  return new ApiError('validation_failed', message, { details })
}

/** The code of the details that only repeat, one for each argument, what the message says. */
const resultTooLarge = 'result_too_large'

/** What makes the result of a read smaller, in words, and the arguments that they name. Pages come first: they always help. */
function waysToGetLess({ id }: Action, args: Params): { ways: string[]; paths: string[] } {
  const { properties = {}, required = [] } = inputOf.get(id) ?? {}
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const pages = ['limit', ...cursors].filter((name) => optional.includes('limit') && optional.includes(name))
  const filters = optional.filter((name) => !pages.includes(name) && isFilter(name))
  const wider = optional.filter((name) => name.startsWith('include_') && args[name] === true)
  const ways = [
    pages.length > 0 && `ask for pages with ${pages.join(' and ')}`,
    filters.length > 0 && `narrow the call with ${filters.join(', ')}`,
    wider.length > 0 && `leave out ${wider.join(', ')}`,
  ].filter((way) => way !== false)
  return { ways, paths: [...pages, ...filters, ...wider] }
}

const cursors = ['after', 'before']

/** Whether a property of a read lets fewer records through. Another day has as many, and `include_…` adds some. */
function isFilter(property: string): boolean {
  return property !== 'as_of' && !cursors.includes(property) && !property.startsWith('include_')
}
