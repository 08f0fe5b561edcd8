import type Koa from 'koa'
import { flowMinutes, readFlow, type Flow, type Purpose } from '../auth/flow.ts'
import { requireOpenFor, signInProblemOf } from '../auth/problems.ts'
import { beginAtProvider, finishAtProvider, signInFirst } from '../auth/provider-sign-in.ts'
import { safeReturnTo, startOf } from '../domain/return-to.ts'
import type { Provider } from '../domain/sign-in.ts'
import { invalid } from '../errors.ts'
import { validateInput } from '../validation/validate.ts'
import type { HttpRuntime } from './runtime.ts'
import { beginVisit, isSecure, readBrowser, readSession, refuseForeignLoad, setCookie } from './browser.ts'
import { readSearch } from './query.ts'
import { requestTexts } from '../texts/requests.ts'

type Endpoint = (runtime: HttpRuntime, ctx: Koa.Context) => Promise<void>

/**
 * The addresses below `/auth` to which a browser is sent, by operation id: to sign in at a provider, and back from there.
 * Whatever goes wrong on the way is told by a page of the company.
 */
export const providerEndpoints: Record<string, Endpoint> = {
  auth_google: start('google'),
  auth_google_callback: finish('google'),
  auth_microsoft: start('microsoft'),
  auth_microsoft_callback: finish('microsoft'),
}

interface Asked {
  organization: string
  invite?: string
  link?: '1'
  return_to?: string
}

function start(provider: Provider): Endpoint {
  return async (runtime, ctx) => {
    const visit = beginVisit(ctx, `auth.${provider}`)
    const asked = readAsked(ctx, `auth_${provider}`)
    const { organization } = asked
    const here = { organization, purpose: { kind: nameOf(asked), token: asked.invite ?? '' } }
    if (asked.invite !== undefined && isLedByOthers(ctx)) return go(ctx, pageOf(here))
    try {
      const purpose = await purposeOf(runtime, ctx, asked)
      const back = `${runtime.baseUrl}/auth/${provider}/callback`
      const about = { provider, organization, purpose }
      const { address, kept } = await beginAtProvider(runtime, about, back, visit)
      keep(ctx, runtime.baseUrl, kept)
      go(ctx, address)
    } catch (error) {
      fail(ctx, here, error, visit.fail)
    }
  }
}

const nameOf = ({ invite, link }: Asked): Purpose['kind'] =>
  invite !== undefined ? 'invite' : link !== undefined ? 'link' : 'sign_in'

/** @throws ApiError validation_failed */
function readAsked(ctx: Koa.Context, id: string): Asked {
  const search = readSearch(ctx.querystring)
  for (const name of search.keys())
    if (search.getAll(name).length > 1) throw invalid(name.slice(0, 200), 'duplicate', requestTexts.once())
  const asked = validateInput(id, Object.fromEntries(search)) as unknown as Asked
  return { ...asked, organization: asked.organization.toLowerCase() }
}

async function purposeOf(runtime: HttpRuntime, ctx: Koa.Context, asked: Asked): Promise<Purpose> {
  if (asked.invite !== undefined) return { kind: 'invite', token: asked.invite }
  if (asked.link === undefined)
    return { kind: 'sign_in', returnTo: safeReturnTo(asked.return_to, asked.organization) ?? null }
  requireOwnPage(ctx, runtime.baseUrl)
  const owner = await readBrowser(runtime, ctx)
  if (owner?.organization.slug !== asked.organization) throw signInFirst()
  requireOpenFor(owner.organization, owner.role, { admins: false })
  return { kind: 'link', membershipId: owner.membershipId }
}

/**
 * Tells whether a page of another site leads the browser here. An invite would sign it in to a login that whoever wrote that page
 * has made: the page of the invite says first whose company it is.
 */
const isLedByOthers = (ctx: Koa.Context): boolean =>
  ['cross-site', 'same-site'].includes(ctx.get('sec-fetch-site'))

/**
 * Only our own pages begin to link an account: another site could otherwise first sign the browser in at the provider with
 * an account of its own, which would then be linked.
 *
 * @throws ApiError
 */
function requireOwnPage(ctx: Koa.Context, baseUrl: string): void {
  const site = ctx.get('sec-fetch-site')
  const fromHere = site === '' ? ctx.get('referer').startsWith(`${baseUrl}/`) : site === 'same-origin'
  if (!fromHere) throw signInFirst()
}

function finish(provider: Provider): Endpoint {
  return async (runtime, ctx) => {
    const visit = beginVisit(ctx, `auth.${provider}.callback`)
    refuseForeignLoad(ctx)
    const { baseUrl } = runtime
    const flow = readFlow(
      runtime.providers.seal,
      ctx.cookies.get(cookieName(baseUrl)),
      provider,
      runtime.clock(),
    )
    const answer = new URL(`${baseUrl}/auth/${provider}/callback${ctx.search}`)
    try {
      const member = flow?.purpose.kind === 'link' ? await readBrowser(runtime, ctx) : undefined
      const browser = { member, previous: readSession(ctx, baseUrl) }
      const session = await finishAtProvider(runtime, flow, answer, visit, browser)
      if (session) setCookie(ctx, runtime, session)
      go(ctx, placeAfter(flow!))
    } catch (error) {
      fail(ctx, flow, error, visit.fail)
    }
    // An answer of the provider counts once. One that belongs to no sign-in of this browser ends none of it.
    if (flow && answer.searchParams.get('state') === flow.state) keep(ctx, baseUrl, undefined)
  }
}

const placeAfter = ({ organization, purpose }: Flow): string =>
  purpose.kind === 'sign_in' ? purpose.returnTo || startOf(organization) : `/${organization}/account`

type Where = { organization: string; purpose: { kind: Purpose['kind']; token?: string } }

/** The page that tells what went wrong: the one from which the browser came. */
function fail(
  ctx: Koa.Context,
  where: Where | undefined,
  error: unknown,
  report: (error: Error) => void,
): void {
  const problem = signInProblemOf(error)
  const { cause } = error as Error
  if (problem === 'unavailable') report(error as Error)
  if (problem === 'provider_unavailable' && cause instanceof Error) report(cause)
  go(ctx, `${pageOf(where)}?problem=${problem}`)
}

function pageOf(where: Where | undefined): string {
  if (!where) return '/sign_in'
  const { organization, purpose } = where
  if (purpose.kind === 'link') return `/${organization}/account`
  if (purpose.kind === 'invite') return `/${organization}/invite/${encodeURIComponent(purpose.token ?? '')}`
  return `/${organization}`
}

function go(ctx: Koa.Context, address: string): void {
  ctx.status = 303
  ctx.set('Location', address)
  ctx.set('Cache-Control', 'no-store')
  ctx.body = null
  ctx.status = 303
}

/** Like the cookie of the session: over https, no other host can set it. */
const cookieName = (baseUrl: string): string =>
  isSecure(baseUrl) ? '__Host-rollcall-provider' : 'rollcall-provider'

/** The cookie that binds a sign-in at a provider to this browser. Lax, because the provider sends the browser back. */
function keep(ctx: Koa.Context, baseUrl: string, kept: string | undefined): void {
  const parts = [
    `${cookieName(baseUrl)}=${kept ?? ''}`,
    'Path=/',
    `Max-Age=${kept === undefined ? 0 : flowMinutes * 60}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(baseUrl) ? ['Secure'] : []),
  ]
  ctx.append('Set-Cookie', parts.join('; '))
}
