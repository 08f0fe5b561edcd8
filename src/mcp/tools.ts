import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Caller } from '../domain/caller.ts'
import { forbidden, toApiError, type ApiError } from '../errors.ts'
import { actions, type Action } from '../generated/actions.ts'
import { execute } from '../pipeline/execute.ts'
import type { Outcome } from '../pipeline/call.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { mayOffer } from '../pipeline/permit.ts'
import { isShort, textOf, writeAnswer } from '../streaming/json-writer.ts'
import { withAdvice } from './advice.ts'
import { readArguments } from './arguments.ts'
import { compact, toldOnce } from './compact.ts'
import { isObject, Result, RpcError, rpcCodes, type Params } from './jsonrpc.ts'
import { findAction, noSuchTool } from './names.ts'
import { maxResultCharacters, refusalText, tooLong, type ToolInput } from './refusal.ts'
import { writeRows, type View } from './rows.ts'
import { isSelected, type Selection } from './selection.ts'
import { shortLists, shortReport } from './short.ts'
import type { Language } from '../texts/language.ts'
import { assistantTexts } from '../texts/assistants.ts'

/** The request to /mcp that calls tools: what they need to know of it. */
export interface ToolRequest {
  caller: Caller
  /** When the caller was looked up, by `performance.now()`. */
  lookedUpAt: number
  /** The language of the answer. */
  language: Language
  requestId: string
  /** Aborts when the client has gone. Called only when there is a query to cancel. */
  gone: () => AbortSignal
  selection: Selection
  /** Says that the answer has sentences in the language of the request. */
  speak: () => void
  /** Reports to log and metrics how a tool call ended. `action` is the name of the action; no error: it succeeded. */
  report: (action: string, error?: ApiError) => void
}

interface Tool {
  name: string
  inputSchema: ToolInput
}

const manifest = JSON.parse(
  readFileSync(join(resolve(import.meta.dirname, '../..'), 'openapi/published/mcp-tools.json'), 'utf8'),
) as Tool[]
const offers = manifest.map((tool) => ({
  action: actions[tool.name as keyof typeof actions] as Action,
  text: JSON.stringify(tool),
}))
const inputOf = new Map(manifest.map(({ name, inputSchema }) => [name, inputSchema]))

/** The names that `?toolsets=` takes: the groups of the actions that are tools. */
export const toolsets: ReadonlySet<string> = new Set(offers.map(({ action }) => action.group))

type Offer = (typeof offers)[number]
/** By role and audiences: a few. */
const offersByCaller = new Map<string, Offer[]>()

/** The answer to tools/list: the tools that this caller may use, always in the same order. */
export function listTools(request: Pick<ToolRequest, 'caller' | 'selection'>): Result {
  const texts = chosenBy(request).map(({ text }) => text)
  return new Result({}, { name: 'tools', json: `[${texts.join()}]` })
}

function chosenBy({ caller, selection }: Pick<ToolRequest, 'caller' | 'selection'>): Offer[] {
  return offersTo(caller).filter(({ action }) => isSelected(action, selection))
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
  const action = findAction(name)
  if (!action)
    throw await noSuchTool(
      name,
      chosenBy(request).map((offer) => offer.action.id),
    )
  const args = given ?? {}
  if (!isObject(args))
    throw new RpcError(rpcCodes.invalidParams, 'The arguments of a tool are an object.', { status: 200 })
  try {
    const { language, requestId, gone, caller, lookedUpAt } = request
    if (!isSelected(action, request.selection)) throw forbidden(assistantTexts.leftOut())
    const { view, ...read } = readArguments(action, args)
    const outcome = await execute(runtime, {
      action,
      caller,
      lookedUpAt,
      language,
      requestId,
      gone,
      ...read,
      ...(action.effect === 'read' && { write: (data) => readText(action, view, data) }),
    })
    const json = textOf(outcome.json)
    const text = action.effect === 'read' ? json : await answerText(action, view, JSON.parse(json) as Params)
    if (text.length > maxResultCharacters)
      throw tooLong(action, outcome, text.length, args, inputOf.get(action.id) as ToolInput)
    if (outcome.language) request.speak()
    request.report(action.name)
    return success(outcome, text)
  } catch (thrown) {
    return refuse(toApiError(thrown), action.name, request)
  }
}

/** The answer of a read. Only lists are read in slices as they are; other long results are first written in slices. */
async function readText(action: Action, view: View | undefined, data: unknown): Promise<string> {
  if (view || isShort(data)) return answerText(action, view, { data })
  return answerText(action, view, JSON.parse(textOf(await writeAnswer(data))) as Params)
}

/**
 * An answer as assistants read it. All that a tool says about a result is made of the answer of the action by this.
 *
 * @param view of a list; undefined for every other action
 * @param body `{data}`, and `dry_run` beside it
 * @returns JSON text
 */
export async function answerText(action: Action, view: View | undefined, body: Params): Promise<string> {
  const { data, dry_run: report, ...beside } = body
  if (action.rows && view) return writeRows(action.rows, view, data)
  const all = { ...beside, ...(report !== undefined && { dry_run: shortReport(report) }) }
  const shown = action.effect === 'read' ? data : withAdvice(shortLists(data))
  return JSON.stringify({ data: toldOnce(compact(shown)), ...(compact(all) as Params) })
}

/** The result of a tool call that is refused before it runs. */
export function refuseCall(params: Params, error: ApiError, request: ToolRequest): Result {
  return refuse(error, findAction(params['name'])?.name ?? 'unknown', request)
}

/**
 * A result is one text and no `structuredContent`: every revision of the protocol has the text, and clients that get both
 * show their model either of the two, or both of them.
 */
function success({ dryRun, replayed }: Outcome, text: string): Result {
  const flags = {
    ...(dryRun && { 'rollcall/dry_run': true }),
    ...(replayed && { 'rollcall/replayed': true }),
  }
  return new Result(dryRun || replayed ? { _meta: flags } : {}, content(text))
}

function refuse(error: ApiError, action: string, request: ToolRequest): Result {
  request.report(action, error)
  request.speak()
  return new Result({ isError: true }, content(refusalText(error, request.requestId, request.language)))
}

const content = (text: string) => ({ name: 'content', json: JSON.stringify([{ type: 'text', text }]) })
