import type Koa from 'koa'
import { authenticate, overLimit } from '../auth/authenticate.ts'
import { nameBrowser } from '../auth/browsers.ts'
import { signOut, type Session } from '../auth/sessions.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import type { Origin } from '../auth/turns.ts'
import { signIn } from '../auth/sign-in.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError, forbidden } from '../errors.ts'
import type { operations } from '../generated/contract.ts'
import { validateInput } from '../validation/validate.ts'
import type { HttpRuntime } from './runtime.ts'
import { readInput } from './body.ts'
import { readSearch, refuseQuery } from './query.ts'
import { addressOf, sendJson, setRateHeaders } from './respond.ts'
import { requestTexts } from '../texts/requests.ts'

export type SessionInput<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/**
 * The endpoints of the web app below `/auth`, by operation id. They are no actions: nobody is signed in yet, so there
 * is no organization; API keys cannot call them, and they are no MCP tools.
 */
export const sessionEndpoints: Record<string, (runtime: HttpRuntime, ctx: Koa.Context) => Promise<void>> = {
  async auth_sign_in(runtime, ctx) {
    const visit = beginVisit(ctx, 'auth.sign_in')
    requireSameOrigin(ctx, runtime.baseUrl)
    const input = validateInput(
      'auth_sign_in',
      await readSessionInput(ctx, 'auth_sign_in'),
    ) as SessionInput<'auth_sign_in'>
    const session = await signIn(runtime, input, visit, readSession(ctx, runtime.baseUrl))
    setCookie(ctx, runtime, session)
    sendJson(ctx, JSON.stringify({ data: { expires_at: session.expiresAt.toISOString() } }))
  },
  async auth_sign_out(runtime, ctx) {
    const visit = beginVisit(ctx, 'auth.sign_out')
    requireSameOrigin(ctx, runtime.baseUrl)
    validateInput('auth_sign_out', await readSessionInput(ctx, 'auth_sign_out'))
    const secret = readSession(ctx, runtime.baseUrl)
    // The browser forgets the cookie, even if the session cannot be ended now.
    setCookie(ctx, runtime, undefined)
    if (secret !== undefined) await signOut(runtime, secret, visit)
    sendJson(ctx, JSON.stringify({ data: { signed_out: true } }))
  },
}

/** Names the request for the metrics and the log, whose line then also says what `note` was told. */
export function beginVisit(ctx: Koa.Context, action: string): LoginRequest {
  ctx.state['action'] = action
  const facts = (ctx.state['visit'] = {})
  return {
    address: addressOf(ctx),
    browser: nameBrowser(ctx.get('user-agent')),
    requestId: ctx.state['requestId'] as string,
    note: (more) => void Object.assign(facts, more),
    fail: (error) => void ctx.app.emit('error', error, ctx),
  }
}

/** Strangers may send these bodies, so they may be no larger than somebody who signs in needs. */
export const maxSessionBytes = 8 * 1024

export function readSessionInput(ctx: Koa.Context, operationId: string): Promise<unknown> {
  refuseQuery(readSearch(ctx.querystring))
  return readInput(ctx, operationId, maxSessionBytes)
}

/** Only this host can set a `__Host-` cookie, and only over https. */
export const sessionCookieName = (baseUrl: string): string =>
  isSecure(baseUrl) ? '__Host-rollcall' : 'rollcall'

/**
 * The secret of the session, from the cookie. Over https only the `__Host-` cookie counts, because only this host can
 * set it. A cookie without that prefix can be set by any other host of our domain, which could so sign a browser in to
 * a session of its own.
 */
export function readSession(ctx: Koa.Context, baseUrl: string): string | undefined {
  return ctx.cookies.get(sessionCookieName(baseUrl)) || undefined
}

/**
 * Finds the caller who is signed in with this browser, if `isMeant` takes them.
 *
 * @throws ApiError rate_limited, 503
 */
export async function readBrowser(
  runtime: HttpRuntime,
  ctx: Koa.Context,
  isMeant: (caller: Caller) => boolean = () => true,
): Promise<Caller | undefined> {
  const session = readSession(ctx, runtime.baseUrl)
  if (session === undefined) return undefined
  const presented = { authorization: undefined, session, address: addressOf(ctx), via: 'api' as const }
  const found = await authenticate(runtime, presented).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
    setCookie(ctx, runtime, undefined)
  })
  if (!found || !isMeant(found.caller)) return undefined
  setRateHeaders(ctx, found.rate)
  ctx.state['caller'] = found.caller
  if (found.rate.granted < 1) throw overLimit(found.rate)
  return found.caller
}

/** Where a request comes from, before anybody has looked at who it is. */
export const originOf = (ctx: Koa.Context, baseUrl: string): Origin => ({
  address: addressOf(ctx),
  session: readSession(ctx, baseUrl),
})

export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

/**
 * Refuses what a page of another site loads from here without going here, such as a picture: its failures would count for
 * the address of whoever looks at that page, and shut out everybody who shares it. Other programs send no such headers; for forms there is `requireSameOrigin`.
 *
 * @throws ApiError forbidden
 */
export function refuseForeignLoad(ctx: Koa.Context): void {
  const site = ctx.get('sec-fetch-site')
  if (ctx.method !== 'GET' || (site !== 'cross-site' && site !== 'same-site')) return
  if (ctx.get('sec-fetch-mode') === 'navigate' && ctx.get('sec-fetch-dest') === 'document') return
  throw forbidden(requestTexts.browsersOnly())
}

/** Gives the browser the cookie of its session, or takes it away. */
export function setCookie(ctx: Koa.Context, runtime: HttpRuntime, session: Session | undefined): void {
  const secure = isSecure(runtime.baseUrl)
  const value = session?.secret ?? ''
  const expires = session?.expiresAt ?? new Date(0)
  const parts = [
    `${sessionCookieName(runtime.baseUrl)}=${value}`,
    'Path=/',
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  ctx.set('Set-Cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
}

/**
 * Refuses requests that another site makes in a signed-in browser (CSRF): browsers send our cookie with those, too.
 * `Sec-Fetch-Site` or `Origin` must say that the request comes from our own pages. GET is free where it leaves no trace:
 * other sites cannot read the answer, because there is no CORS.
 *
 * @param leavesTrace whether a GET writes to the activity log: a link on another site, or in a mail, would write there
 *   that the member did what it leads to
 * @throws ApiError forbidden
 */
export function requireSameOrigin(ctx: Koa.Context, baseUrl: string, leavesTrace = false): void {
  if (ctx.method === 'GET' && !leavesTrace) return
  const site = ctx.get('sec-fetch-site')
  const origin = ctx.get('origin')
  if (site === 'same-origin' && (origin === '' || origin === baseUrl)) return
  if (site === '' && origin === baseUrl) return
  throw forbidden(
    ctx.method === 'GET'
      ? requestTexts.readFromOwnPages({ address: baseUrl })
      : requestTexts.writeFromOwnPages({ address: baseUrl }),
  )
}
