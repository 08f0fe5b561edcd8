import type Koa from 'koa'
import { findPublicOrganization } from '../auth/public-organization.ts'
import { methodNotAllowed, nothingHere } from '../http/api.ts'
import { originOf, refuseForeignLoad } from '../http/browser.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { sendFailure, wantsHtml } from './failure.ts'
import { languageFor } from './language.ts'
import type { PageRequest } from './request.ts'
import { redirect } from './send.ts'

type Handler = (request: PageRequest) => Promise<void>

export interface Route {
  /** The words that follow the slug: a text, or the name of a parameter after a colon. */
  path: string[]
  /** Its name in the log and the metrics. */
  name: string
  GET?: Handler
  POST?: Handler
}

/**
 * Answers a request for a page of an organization: with its page, or with what is wrong.
 */
export async function serveCompany(
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

/** A route that an address fits, with the values of its parameters. */
export interface Found {
  route: Route
  params: Record<string, string>
}

/** The route for the words of an address that follow the slug. */
export function findRoute(routes: readonly Route[], parts: readonly string[]): Found | undefined {
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

/** Parameters are the tokens of links, ids, and names of actions. */
const isParameter = (part: string, value: string): boolean =>
  part.startsWith(':') && value.length <= 200 && /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(value)
