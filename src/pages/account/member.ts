import type { Input, Result } from '../../actions/action.ts'
import type { ActionId } from '../../generated/actions.ts'
import type { components } from '../../generated/contract.ts'
import { requireOpenFor } from '../../auth/problems.ts'
import type { Caller } from '../../domain/caller.ts'
import { ApiError } from '../../errors.ts'
import { actions } from '../../generated/actions.ts'
import { whenGone } from '../../http/api.ts'
import { execute } from '../../pipeline/execute.ts'
import { textOf } from '../../streaming/json-writer.ts'
import { languageFor } from '../language.ts'
import { readMember, type PageRequest } from '../request.ts'
import { withReturnTo } from '../../domain/return-to.ts'
import { redirect } from '../send.ts'
import { readAnswer } from './answer.ts'

/** A request of somebody who is signed in at the organization. */
export interface MemberRequest extends PageRequest {
  caller: Caller
}

/**
 * A handler for members. Everybody else signs in first, also who was signed out while the request waited. While the
 * organization is paused, only owners and admins send its forms.
 *
 * @param askToSignIn answers everybody else; left out: they are led to the sign-in, and then to the account
 */
export function forMembers(
  serve: (request: MemberRequest) => Promise<void>,
  askToSignIn: (request: PageRequest) => void | Promise<void> = toAccount,
) {
  return async (request: PageRequest): Promise<void> => {
    const { ctx, organization } = request
    const caller = await readMember(request)
    if (!caller) return askToSignIn(request)
    const language = languageFor(ctx, caller.user.language, organization.language)
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') requireOpenFor(caller.organization, caller.role)
    await serve({ ...request, caller, language }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
      ctx.state['failure'] = error
      return askToSignIn(request)
    })
  }
}

function toAccount({ ctx, organization: { slug } }: PageRequest): void {
  redirect(ctx, withReturnTo(`/${slug}`, `/${slug}/account`))
}

/**
 * Calls an action as the member, with the rights, checks and traces that a call over HTTP has.
 *
 * @param how `idempotencyKey` of a form that must not do the same twice; `dryRun` to show what would be done
 * @throws ApiError as the action
 */
export async function callAction<K extends ActionId>(
  request: MemberRequest,
  id: K,
  input: Input<K> | Record<string, never>,
  { idempotencyKey, dryRun = false }: How = {},
): Promise<Result<K>> {
  const { data } = await performAction(request, id, input, { idempotencyKey, dryRun })
  return data as Result<K>
}

interface How {
  idempotencyKey?: string | undefined
  dryRun?: boolean
}

/** The answer of an action as the web app gets it: `data`, and the report of a dry run. */
export interface Performed {
  data: unknown
  dry_run?: components['schemas']['DryRunReport']
  /** The first line that it left in the activity log. */
  activityId?: string
}

/**
 * Calls an action with an input that may be wrong, such as one that was typed, or rehearses it.
 *
 * @param how `asStored` for a file to keep, in which nothing is as pages say it
 * @throws ApiError as the action
 */
export async function performAction(
  { ctx, runtime, caller, language }: MemberRequest,
  id: ActionId,
  input: unknown,
  { idempotencyKey, dryRun = false, asStored = false }: How & { asStored?: boolean } = {},
): Promise<Performed> {
  const outcome = await execute(runtime, {
    action: actions[id],
    caller,
    input,
    dryRun,
    idempotencyKey,
    language,
    requestId: ctx.state['requestId'] as string,
    gone: () => whenGone(ctx),
  })
  const performed = readAnswer(textOf(outcome.json), asStored ? 'en' : language) as Performed
  return outcome.activityId ? { ...performed, activityId: outcome.activityId } : performed
}
