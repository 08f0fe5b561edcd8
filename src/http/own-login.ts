import type Koa from 'koa'
import { authenticate, overLimit } from '../auth/authenticate.ts'
import {
  changePassword,
  endOwnSessions,
  listOwnIdentities,
  listOwnSessions,
  revokeOwnAccess,
  unlinkOwn,
} from '../auth/own-login.ts'
import { requireOpenFor } from '../auth/problems.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError, invalid } from '../errors.ts'
import { validateInput } from '../validation/validate.ts'
import type { HttpRuntime } from './runtime.ts'
import { beginVisit, readSession, readSessionInput, requireSameOrigin, type SessionInput } from './browser.ts'
import { addressOf, sendJson, setRateHeaders } from './respond.ts'
import { signInTexts } from '../texts/sign-in.ts'

type OwnId =
  | 'auth_sessions'
  | 'auth_session_end'
  | 'auth_password_change'
  | 'auth_access_revoke'
  | 'auth_identities'
  | 'auth_identity_unlink'

/**
 * The endpoints below `/auth` for the own login, by operation id: whoever calls them has signed in with this browser. They
 * are no actions, because a key must not change how somebody signs in.
 */
export const ownLoginEndpoints: Record<OwnId, (runtime: HttpRuntime, ctx: Koa.Context) => Promise<void>> = {
  async auth_sessions(runtime, ctx) {
    const { owner } = await begin(runtime, ctx, 'auth_sessions')
    const sessions = await listOwnSessions(runtime, owner)
    answer(ctx, { sessions: sessions.map(({ network, browser, ...one }) => ({ ...one, network, browser })) })
  },
  async auth_session_end(runtime, ctx) {
    const { owner, visit, input } = await begin(runtime, ctx, 'auth_session_end')
    answer(ctx, { ended: await endOwnSessions(runtime, owner, whichOf(input), visit) })
  },
  async auth_password_change(runtime, ctx) {
    const { owner, visit, input } = await begin(runtime, ctx, 'auth_password_change')
    answer(ctx, { changed: true, ...(await changePassword(runtime, owner, input, visit)) })
  },
  async auth_access_revoke(runtime, ctx) {
    const { owner, visit, input } = await begin(runtime, ctx, 'auth_access_revoke')
    answer(ctx, await revokeOwnAccess(runtime, owner, input.since, visit))
  },
  async auth_identities(runtime, ctx) {
    const { owner } = await begin(runtime, ctx, 'auth_identities')
    answer(ctx, { identities: await listOwnIdentities(runtime, owner) })
  },
  async auth_identity_unlink(runtime, ctx) {
    const { owner, visit, input } = await begin(runtime, ctx, 'auth_identity_unlink')
    await unlinkOwn(runtime, owner, input.provider, visit)
    answer(ctx, { unlinked: true })
  },
}

const answer = (ctx: Koa.Context, data: object): void => sendJson(ctx, JSON.stringify({ data }))

function whichOf({ session_id: id, others }: SessionInput<'auth_session_end'>) {
  if (id !== undefined && others !== true) return { session_id: id }
  if (id === undefined && others === true) return { others }
  throw invalid('session_id', 'invalid', signInTexts.sessionOrOthers())
}

async function begin<Id extends OwnId>(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  id: Id,
): Promise<{ owner: Caller; visit: LoginRequest; input: SessionInput<Id> }> {
  const visit = beginVisit(ctx, id.replace('_', '.'))
  requireSameOrigin(ctx, runtime.baseUrl)
  const owner = await requireOwner(runtime, ctx)
  requireOpenFor(owner.organization, owner.role)
  return { owner, visit, input: validateInput(id, await readSessionInput(ctx, id)) as SessionInput<Id> }
}

/**
 * Finds the caller who has signed in with this browser. The call counts against the rate limit of the session.
 *
 * @throws ApiError unauthenticated, rate_limited
 */
export async function requireOwner(runtime: HttpRuntime, ctx: Koa.Context): Promise<Caller> {
  const session = readSession(ctx, runtime.baseUrl)
  if (session === undefined) throw new ApiError('unauthenticated', signInTexts.signInFirst())
  const presented = { authorization: undefined, session, address: addressOf(ctx), via: 'api' as const }
  const { caller, rate } = await authenticate(runtime, presented)
  setRateHeaders(ctx, rate)
  ctx.state['caller'] = caller
  if (rate.granted < 1) throw overLimit(rate)
  return caller
}
