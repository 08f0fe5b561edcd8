import type { Audience } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import { actions, type Action, type ActionId } from '../generated/actions.ts'
import type { Input, Result } from '../actions/action.ts'
import { callAction, performAction, type MemberRequest, type Performed } from '../pages/account/member.ts'
import { permit } from '../pipeline/permit.ts'

/** A request for a page of the app, by somebody who is signed in. */
export interface AppRequest extends MemberRequest {
  /** The workspace of the page: the administration of the company, or somebody's own. */
  side: Audience
  /** The beginning of the addresses of this workspace: `/acme/manage`, or `/acme`. */
  base: string
  /** The parameters of the address. */
  search: URLSearchParams
}

/**
 * Calls an action as the member, with the rights, checks and traces of a call over HTTP. Pages have no other way to data.
 *
 * @throws ApiError as the action
 */
export const call = <K extends ActionId>(
  request: AppRequest,
  id: K,
  input: Input<K> | Record<string, never>,
): Promise<Result<K>> => callAction(request, id, input)

/**
 * Rehearses a write: what it would answer, and the lines and events that it would leave.
 *
 * @throws ApiError as the action
 */
export const rehearse = (request: AppRequest, id: ActionId, input: unknown): Promise<Performed> =>
  performAction(request, id, input, { dryRun: true })

/**
 * Does a write, once for each key.
 *
 * @throws ApiError as the action; conflict when the key was used
 */
export const perform = (
  request: AppRequest,
  id: ActionId,
  input: unknown,
  idempotencyKey?: string,
): Promise<Performed> => performAction(request, id, input, { idempotencyKey })

/**
 * Calls a read whose answer is kept as a file: all of it as other clients get it.
 *
 * @throws ApiError as the action
 */
export const performForFile = (request: AppRequest, id: ActionId, input: unknown): Promise<Performed> =>
  performAction(request, id, input, { asStored: true })

/** platform.can takes so many calls at a time. */
const asked = 50

/**
 * Asks platform.can whether calls are allowed, such as a change of the record that a page shows.
 *
 * @returns one answer for each call, in their order
 */
export async function may(
  request: AppRequest,
  calls: readonly { action: ActionId; input: Record<string, unknown> }[],
): Promise<{ allowed: boolean; needsApproval: boolean }[]> {
  const all = calls.map(({ action, input }) => ({ action: actions[action].name, input }))
  const parts = Array.from({ length: Math.ceil(all.length / asked) }, (_, index) =>
    all.slice(index * asked, (index + 1) * asked),
  )
  const answers = await Promise.all(parts.map((part) => call(request, 'platform_can', { calls: part })))
  return answers.flat().map(({ allowed, needs_approval }) => ({ allowed, needsApproval: needs_approval }))
}

/** Tells whether the role of the reader may call an action at all, in this workspace or the one that is named. */
export function allows({ caller, side }: AppRequest, id: ActionId, audience: Audience = side): boolean {
  if (!caller.audiences.includes(audience)) return false
  try {
    permit(actions[id] as Action, { ...caller, audiences: [audience] })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return false
    throw error
  }
}

/** An address of the same workspace, with parameters. Those that are undefined are left out. */
export function pathTo(
  { base }: Pick<AppRequest, 'base'>,
  path: string,
  query: Record<string, string | undefined> = {},
): string {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  return `${base}${path === '' ? '' : `/${path}`}${search && `?${search}`}` || '/'
}

/** The address of the form of an action: `/acme/manage/do/org/units.create`. */
export const formPath = (
  request: Pick<AppRequest, 'base'>,
  id: ActionId,
  query: Record<string, string | undefined> = {},
): string => pathTo(request, `do/${actions[id].url.replace('/v1/', '')}`, query)

/** A longer address is not said again in each row of a list: it leads back to the list without its filters. */
const longestBack = 200

/** The address of the page itself, for forms to come back to the same part of a list. */
export function addressOf(request: AppRequest): string {
  const address = addressWith(request, {})
  return address.length <= longestBack ? address : request.ctx.path
}

/** The address of the page itself with other values in its query. What was done before is not told again. */
export function addressWith({ ctx: { path }, search }: AppRequest, values: Record<string, string>): string {
  const others = [...search].filter(([name]) => name !== 'done' && !Object.hasOwn(values, name))
  const query = new URLSearchParams([...others, ...Object.entries(values)])
  return query.size > 0 ? `${path}?${query}` : path
}
