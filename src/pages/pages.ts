import type Koa from 'koa'
import { findPublicOrganization } from '../auth/public-organization.ts'
import { isSlug, ownPaths } from '../domain/slugs.ts'
import { methodNotAllowed, nothingHere } from '../http/api.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { originOf, refuseForeignLoad } from '../http/browser.ts'
import { sendSignOut, showAccount } from './account/account.ts'
import { sendDisconnection } from './account/apps.ts'
import { sendRevocation } from './account/revoke.ts'
import { createKey, revokeKey } from './account/keys.ts'
import { sendPasswordChange, sendSessionEnd, sendUnlinking } from './account/logins.ts'
import { forMembers } from './account/member.ts'
import { askOrganization } from './organization.ts'
import { sendFailure, wantsHtml } from './failure.ts'
import { sendForgotten, showForgotten } from './forgotten.ts'
import { sendAcceptance, showInvite } from './invite.ts'
import { languageFor } from './language.ts'
import type { PageRequest } from './request.ts'
import { redirect } from './send.ts'
import { sendNewPassword, showReset } from './reset.ts'
import { showSignIn, sendSignIn } from './sign-in.ts'
import { sendStylesheet } from './stylesheet.ts'

type Handler = (request: PageRequest) => Promise<void>

interface Route {
  /** Parts of the path after the slug: a text, or the name of a parameter after a colon. */
  path: string[]
  /** The name in the log and the metrics. */
  name: string
  GET?: Handler
  POST?: Handler
}

/** The pages of an organization, below its slug. */
const routes: Route[] = [
  { path: [], name: 'page.sign_in', GET: showSignIn, POST: sendSignIn },
  { path: ['sign_out'], name: 'page.sign_out', POST: sendSignOut },
  { path: ['forgotten'], name: 'page.forgotten', GET: showForgotten, POST: sendForgotten },
  { path: ['reset', ':token'], name: 'page.reset', GET: showReset, POST: sendNewPassword },
  { path: ['invite', ':token'], name: 'page.invite', GET: showInvite, POST: sendAcceptance },
  { path: ['account'], name: 'page.account', GET: forMembers(showAccount) },
  { path: ['account', 'keys'], name: 'page.keys.create', POST: forMembers(createKey) },
  { path: ['account', 'keys', 'revoke'], name: 'page.keys.revoke', POST: forMembers(revokeKey) },
  { path: ['account', 'revoke'], name: 'page.revoke', POST: forMembers(sendRevocation) },
  { path: ['account', 'password'], name: 'page.password', POST: forMembers(sendPasswordChange) },
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
    if (await sendStylesheet(ctx)) return
    if (ctx.path === '/sign_in') return serveService(runtime, ctx)
    const [slug = '', ...rest] = ctx.path.slice(1).split('/')
    const found = findRoute(rest)
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

async function serveCompany(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  slug: string,
  { route, params }: Found,
): Promise<void> {
  ctx.state['action'] = route.name
  let organization: PageRequest['organization'] | undefined
  try {
    refuseForeignLoad(ctx)
    const serve = ctx.method === 'GET' || ctx.method === 'POST' ? route[ctx.method] : undefined
    organization = await findPublicOrganization(runtime, slug, originOf(ctx, runtime.baseUrl))
    if (!organization) throw nothingHere()
    // A form that comes again with a problem leaves its own address in the browser, which people then load or keep.
    if (!serve && ctx.method === 'GET' && wantsHtml(ctx))
      return redirect(ctx, `/${organization.slug}/account`)
    if (!serve) throw methodNotAllowed((['GET', 'POST'] as const).filter((method) => route[method]))
    // Names in addresses are often typed with a capital letter.
    if (slug !== organization.slug && ctx.method === 'GET')
      return redirect(ctx, ctx.path.replace(slug, organization.slug) + ctx.search)
    await serve({ ctx, runtime, organization, language: languageFor(ctx, organization.language), params })
  } catch (error) {
    if (!wantsHtml(ctx)) throw error
    sendFailure(ctx, error, organization)
  }
}

interface Found {
  route: Route
  params: Record<string, string>
}

function findRoute(parts: string[]): Found | undefined {
  for (const route of routes) {
    if (route.path.length !== parts.length) continue
    if (!route.path.every((part, index) => part === parts[index] || isParameter(part, parts[index]!)))
      continue
    const named = route.path.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), parts[index]]] : [],
    )
    return { route, params: Object.fromEntries(named) as Record<string, string> }
  }
  return undefined
}

/** Parameters are the tokens of links. */
const isParameter = (part: string, value: string): boolean =>
  part.startsWith(':') && /^[A-Za-z0-9_-]{1,200}$/.test(value)
