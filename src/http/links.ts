import type Koa from 'koa'
import { confirmEmailChange } from '../auth/email-change.ts'
import { acceptInvite, lookUpInvite } from '../auth/invites.ts'
import { forgotPassword, resetPassword } from '../auth/reset.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import { validateInput } from '../validation/validate.ts'
import type { HttpRuntime } from './runtime.ts'
import {
  beginVisit,
  readSession,
  readSessionInput,
  requireSameOrigin,
  setCookie,
  type SessionInput,
} from './browser.ts'
import { sendJson } from './respond.ts'

type LinkId =
  | 'auth_invite_look_up'
  | 'auth_invite_accept'
  | 'auth_password_forgotten'
  | 'auth_password_reset'
  | 'auth_email_confirm'

/** The endpoints below `/auth` for links of mails, by operation id. Pages call the same functions. */
export const linkEndpoints: Record<LinkId, (runtime: HttpRuntime, ctx: Koa.Context) => Promise<void>> = {
  async auth_invite_look_up(runtime, ctx) {
    const { visit, input } = await begin(runtime, ctx, 'auth_invite_look_up')
    const { name, email, expiresAt } = await lookUpInvite(runtime, input, visit)
    sendJson(ctx, JSON.stringify({ data: { name, email, expires_at: expiresAt.toISOString() } }))
  },
  async auth_invite_accept(runtime, ctx) {
    const { visit, input } = await begin(runtime, ctx, 'auth_invite_accept')
    const { password, ...link } = input
    const session = await acceptInvite(runtime, link, { password }, visit, readSession(ctx, runtime.baseUrl))
    setCookie(ctx, runtime, session)
    sendJson(ctx, JSON.stringify({ data: { expires_at: session.expiresAt.toISOString() } }))
  },
  async auth_password_forgotten(runtime, ctx) {
    const { visit, input } = await begin(runtime, ctx, 'auth_password_forgotten')
    await forgotPassword(runtime, input, visit)
    sendJson(ctx, JSON.stringify({ data: { sent: true } }))
  },
  async auth_password_reset(runtime, ctx) {
    const { visit, input } = await begin(runtime, ctx, 'auth_password_reset')
    const keysAndApps = await resetPassword(runtime, input, visit)
    sendJson(ctx, JSON.stringify({ data: { changed: true, ...keysAndApps } }))
  },
  async auth_email_confirm(runtime, ctx) {
    const { visit, input } = await begin(runtime, ctx, 'auth_email_confirm')
    const email = await confirmEmailChange(runtime, input, visit)
    sendJson(ctx, JSON.stringify({ data: { changed: true, email } }))
  },
}

async function begin<Id extends LinkId>(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  id: Id,
): Promise<{ visit: LoginRequest; input: SessionInput<Id> }> {
  const visit = beginVisit(ctx, id.replace('_', '.'))
  requireSameOrigin(ctx, runtime.baseUrl)
  return { visit, input: validateInput(id, await readSessionInput(ctx, id)) as SessionInput<Id> }
}
