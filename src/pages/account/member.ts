import type { Input, Result } from '../../actions/action.ts'
import type { ActionId } from '../../generated/actions.ts'
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

/** A request of somebody who is signed in at the organization. */
export interface MemberRequest extends PageRequest {
  caller: Caller
}

/**
 * A handler for members. Everybody else signs in first, also who was signed out while the request waited. While the
 * organization is paused, only owners and admins send its forms.
 */
export function forMembers(serve: (request: MemberRequest) => Promise<void>) {
  return async (request: PageRequest): Promise<void> => {
    const { ctx, organization } = request
    const caller = await readMember(request)
    const askToSignIn = () =>
      redirect(ctx, withReturnTo(`/${organization.slug}`, `/${organization.slug}/account`))
    if (!caller) return askToSignIn()
    const language = languageFor(ctx, caller.user.language, organization.language)
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') requireOpenFor(caller.organization, caller.role)
    await serve({ ...request, caller, language }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
      ctx.state['failure'] = error
      askToSignIn()
    })
  }
}

/**
 * Calls an action as the member, with the rights, checks and traces that a call over HTTP has.
 *
 * @param how `idempotencyKey` of a form that must not do the same twice; `dryRun` to show what would be done
 * @throws ApiError as the action
 */
export async function callAction<K extends ActionId>(
  { ctx, runtime, caller, language }: MemberRequest,
  id: K,
  input: Input<K> | Record<string, never>,
  { idempotencyKey, dryRun = false }: { idempotencyKey?: string | undefined; dryRun?: boolean } = {},
): Promise<Result<K>> {
  const requestId = ctx.state['requestId'] as string
  const outcome = await execute(runtime, {
    action: actions[id],
    caller,
    input,
    dryRun,
    idempotencyKey,
    language,
    requestId,
    gone: () => whenGone(ctx),
  })
  return (JSON.parse(textOf(outcome.json)) as { data: Result<K> }).data
}
