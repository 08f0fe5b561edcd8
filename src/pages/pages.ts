import type Koa from 'koa'
import { isSlug, ownPaths } from '../domain/slugs.ts'
import { methodNotAllowed, nothingHere } from '../http/api.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { sendSignOut, showAccount } from './account/account.ts'
import { sendDisconnection } from './account/apps.ts'
import { sendRevocation } from './account/revoke.ts'
import { sendEmailChange } from './account/email.ts'
import { createKey, revokeKey } from './account/keys.ts'
import { sendPasswordChange, sendSessionEnd, sendUnlinking } from './account/logins.ts'
import { forMembers } from './account/member.ts'
import { sendConfirmation, showEmailChange } from './email.ts'
import { askOrganization } from './organization.ts'
import { sendFailure, wantsHtml } from './failure.ts'
import { sendForgotten, showForgotten } from './forgotten.ts'
import { sendAcceptance, showInvite } from './invite.ts'
import { findRoute, serveCompany, type Route } from './routes.ts'
import { sendNewPassword, showReset } from './reset.ts'
import { showSignIn, sendSignIn } from './sign-in.ts'
import { stylesheet } from './stylesheet.ts'

/** The pages of an organization, below its slug. */
const routes: Route[] = [
  { path: [], name: 'page.sign_in', GET: showSignIn, POST: sendSignIn },
  { path: ['sign_out'], name: 'page.sign_out', POST: sendSignOut },
  { path: ['forgotten'], name: 'page.forgotten', GET: showForgotten, POST: sendForgotten },
  { path: ['reset', ':token'], name: 'page.reset', GET: showReset, POST: sendNewPassword },
  { path: ['email', ':token'], name: 'page.email', GET: showEmailChange, POST: sendConfirmation },
  { path: ['invite', ':token'], name: 'page.invite', GET: showInvite, POST: sendAcceptance },
  { path: ['account'], name: 'page.account', GET: forMembers(showAccount) },
  { path: ['account', 'keys'], name: 'page.keys.create', POST: forMembers(createKey) },
  { path: ['account', 'keys', 'revoke'], name: 'page.keys.revoke', POST: forMembers(revokeKey) },
  { path: ['account', 'revoke'], name: 'page.revoke', POST: forMembers(sendRevocation) },
  { path: ['account', 'password'], name: 'page.password', POST: forMembers(sendPasswordChange) },
  { path: ['account', 'email'], name: 'page.email_change', POST: forMembers(sendEmailChange) },
  { path: ['account', 'unlink'], name: 'page.unlink', POST: forMembers(sendUnlinking) },
  { path: ['account', 'sessions', 'end'], name: 'page.session_end', POST: forMembers(sendSessionEnd) },
  {
    path: ['account', 'apps', 'disconnect'],
    name: 'page.apps.disconnect',
    POST: forMembers(sendDisconnection),
  },
]

/**
 * Middleware that serves the pages, and passes on what is none. Put it after all addresses of the service itself. A link of
 * a mail that was cut off leads nowhere: people are told so by a page, too.
 */
export function createPages(runtime: HttpRuntime): Koa.Middleware {
  return async (ctx, next) => {
    if (await stylesheet.send(ctx)) return
    if (ctx.path === '/sign_in') return serveService(runtime, ctx)
    const [slug = '', ...rest] = ctx.path.slice(1).split('/')
    const found = findRoute(routes, rest)
    if (ownPaths.has(slug.toLowerCase())) return next()
    if (!found || !isSlug(slug.toLowerCase()))
      return wantsHtml(ctx) ? sendFailure(ctx, nothingHere()) : next()
    await serveCompany(runtime, ctx, slug, found)
  }
}

async function serveService(runtime: HttpRuntime, ctx: Koa.Context): Promise<void> {
  ctx.state['action'] = 'page.company'
  try {
    if (ctx.method !== 'GET') throw methodNotAllowed(['GET'])
    await askOrganization(runtime, ctx)
  } catch (error) {
    if (!wantsHtml(ctx)) throw error
    sendFailure(ctx, error)
  }
}
