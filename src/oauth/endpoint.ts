import type Koa from 'koa'
import mount from 'koa-mount'
import type { Provider } from 'oidc-provider'
import { networksOf } from '../auth/addresses.ts'
import { admitAttempt } from '../auth/attempts.ts'
import type { Limits } from '../auth/limits.ts'
import { ApiError, toApiError } from '../errors.ts'
import { methodNotAllowed } from '../http/api.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { refuseForeignLoad } from '../http/browser.ts'
import { addressOf, sendJson } from '../http/respond.ts'
import type { Outbound } from '../outbound/client.ts'
import { sendFailure, wantsHtml } from '../pages/failure.ts'
import { showRefused } from '../pages/consent.ts'
import { languageFor } from '../pages/language.ts'
import type { SecretKeys } from '../secrets/secret-key.ts'
import { knownScopes } from './clients.ts'
import { askConsent, takeConsent } from './consent.ts'
import { openidMetadata, resourceMetadata, serverMetadata } from './metadata.ts'
import { createProvider, sessionCookie } from './provider.ts'
import { accessTexts } from '../texts/access.ts'

export interface OAuthOptions {
  secrets: SecretKeys
  outbound: Outbound
}

type Serve = (ctx: Koa.Context, provider: Provider, runtime: HttpRuntime) => Promise<void>

interface Endpoint {
  path: RegExp
  /** The name in the log and the metrics. */
  name: string
  /** Tells that people see it: then its errors are pages, too. */
  page?: boolean
  limit?: keyof Limits['oauth']
  methods: Record<string, Serve>
}

/**
 * Bodies are read by the provider, up to 56 KiB whatever length they declare. `oauthLimits` says how many an address may
 * send, and `connectionLimits` how many may be under way.
 */
const delegate: Serve = (ctx, provider, { baseUrl }) => runProvider(ctx, provider, baseUrl)

const endpoints: Endpoint[] = [
  {
    path: /^\/oauth\/authorize$/,
    name: 'oauth.authorize',
    page: true,
    limit: 'authorize',
    methods: { GET: delegate },
  },
  {
    path: /^\/oauth\/authorize\/[\w-]{1,100}$/,
    name: 'oauth.resume',
    page: true,
    methods: { GET: delegate },
  },
  {
    path: /^\/oauth\/interaction\/[\w-]{1,100}$/,
    name: 'oauth.consent',
    page: true,
    methods: {
      GET: (ctx, provider, runtime) => askConsent(runtime, provider, ctx),
      POST: (ctx, provider, runtime) => takeConsent(runtime, provider, ctx),
    },
  },
  { path: /^\/oauth\/token$/, name: 'oauth.token', limit: 'token', methods: { POST: delegate } },
  { path: /^\/oauth\/register$/, name: 'oauth.register', limit: 'register', methods: { POST: delegate } },
  { path: /^\/oauth\/revoke$/, name: 'oauth.revoke', limit: 'revoke', methods: { POST: delegate } },
  { path: /^\/oauth\/jwks$/, name: 'oauth.jwks', methods: { GET: delegate } },
]

/** Middleware for everything below `/oauth`. */
export function createOAuth(runtime: HttpRuntime, options: OAuthOptions): Koa.Middleware {
  let current: { baseUrl: string; provider: Provider } | undefined
  // The address is known when the server listens, and tests change it.
  const provider = () => {
    if (current?.baseUrl !== runtime.baseUrl)
      current = { baseUrl: runtime.baseUrl, provider: build(runtime, options) }
    return current.provider
  }
  return async (ctx, next) => {
    const endpoint = endpoints.find(({ path }) => path.test(ctx.path))
    if (!endpoint) return next()
    ctx.state['action'] = endpoint.name
    try {
      const serve = endpoint.methods[ctx.method]
      if (!serve) throw methodNotAllowed(Object.keys(endpoint.methods))
      if (endpoint.page) refuseForeignLoad(ctx)
      if (endpoint.limit) await countRequest(runtime, endpoint.limit, addressOf(ctx))
      await serve(ctx, provider(), runtime)
    } catch (error) {
      answerError(ctx, endpoint, error)
    }
  }
}

/** Where clients find the authorization server, and what it can do. */
export function wellKnownAddresses(
  runtime: HttpRuntime,
): Record<string, (ctx: Koa.Context) => Promise<void>> {
  const document = (make: (baseUrl: string) => object) => async (ctx: Koa.Context) =>
    sendJson(ctx, JSON.stringify(make(runtime.baseUrl)))
  return {
    '/.well-known/oauth-protected-resource': document(resourceMetadata),
    '/.well-known/oauth-protected-resource/mcp': document(resourceMetadata),
    '/.well-known/oauth-authorization-server': document(serverMetadata),
    '/.well-known/openid-configuration': document(openidMetadata),
  }
}

function build(runtime: HttpRuntime, { secrets, outbound }: OAuthOptions): Provider {
  const provider = createProvider({
    door: runtime,
    baseUrl: runtime.baseUrl,
    secrets,
    outbound,
    renderError: (ctx, { error, error_description: description }) =>
      showRefused(ctx, languageFor(ctx), [error, description].filter(Boolean).join(': '), {
        status: ctx.status,
        why: error === 'invalid_client' && !isPublished(ctx) ? 'forgotten' : 'refused',
      }),
  })
  provider.on('server_error', (ctx, error) => void (ctx.state['failure'] = toApiError(error)))
  return provider
}

/** Tells whether the app of a request says where its document is, and so has not registered itself. */
const isPublished = ({ querystring }: Koa.Context): boolean =>
  /^https:/i.test(new URLSearchParams(querystring).get('client_id') ?? '')

/**
 * Counts a request of strangers.
 *
 * @throws ApiError rate_limited
 */
async function countRequest(
  runtime: HttpRuntime,
  limit: keyof Limits['oauth'],
  client: string,
): Promise<void> {
  const { address, network } = networksOf(client)
  const { oauth } = runtime.limits
  const attempt = { subjects: [`oauth ${limit} ${address}`], limits: [oauth[limit]] }
  // What these two leave in the database would otherwise grow with the addresses of a network, of which IPv6 has many.
  if (limit === 'register' || limit === 'authorize') {
    attempt.subjects.push(`oauth ${limit} network ${network}`)
    attempt.limits.push(oauth[`${limit} network`])
  }
  const { refusedBy, waitSeconds } = await admitAttempt(runtime.pool, attempt, runtime.clock())
  if (refusedBy === undefined) return
  throw new ApiError('rate_limited', accessTexts.tooManyOfAddress({ seconds: waitSeconds }), {
    retryAfterSeconds: waitSeconds,
  })
}

/**
 * Lets the authorization server answer. It makes addresses from those of the request, which clients can choose, so these
 * become ours. Its cookies are signed, and ours are not, so it gets cookies of its own.
 */
async function runProvider(ctx: Koa.Context, provider: Provider, baseUrl: string): Promise<void> {
  const { host, protocol } = new URL(baseUrl)
  Object.defineProperties(ctx.request, {
    host: { value: host },
    protocol: { value: protocol.slice(0, -1) },
    href: { value: `${baseUrl}/` },
  })
  const { cookies } = provider.createContext(ctx.req, ctx.res)
  cookies.secure = protocol === 'https:'
  ctx.cookies = cookies
  const refusal = ctx.path === '/oauth/authorize' ? readAsked(ctx) : undefined
  if (refusal !== undefined) return showRefused(ctx, languageFor(ctx), refusal, { status: 400 })
  forgetSession(ctx)
  await mount('/oauth', provider)(ctx, async () => undefined)
  keepHeaders(ctx)
  if (ctx.path === '/oauth/authorize') keepHere(ctx)
}

/**
 * Tells the member what is wrong with a request, in place of sending them to the app with it: anybody can register an app, and
 * a link to this service would lead to any other site. Apps get an answer when a member has decided (RFC 9700, 4.11.2).
 */
function keepHere(ctx: Koa.Context): void {
  const to = ctx.response.get('Location')
  if (!to || to.startsWith('/')) return
  ctx.remove('Location')
  const { searchParams } = new URL(to)
  const reason = [searchParams.get('error'), searchParams.get('error_description')].filter(Boolean).join(': ')
  showRefused(ctx, languageFor(ctx), reason, { status: 400 })
}

/**
 * The parameters that the provider is given, and how long they may be: it keeps them until the member has decided, and
 * strangers send them. Others are ignored, as OAuth 2.1 wants it.
 */
const longest: Record<string, number> = {
  ...{ client_id: 2000, redirect_uri: 2000, resource: 2000, state: 2000, code_challenge: 128, scope: 1000 },
  ...{ response_type: 100, response_mode: 100, code_challenge_method: 100, prompt: 100 },
  // What is refused, because it cannot be ignored.
  ...{ request: 2000, request_uri: 2000, registration: 2000 },
}

/**
 * Many clients ask for no scope, or for more than there is. Answers go back in the query only: the provider knows other
 * ways, and for one of them it writes a page of its own, with a script and without the headers of our pages.
 *
 * @returns why the request is refused, if it is
 */
function readAsked(ctx: Koa.Context): string | undefined {
  const sent = new URLSearchParams(ctx.querystring)
  const query = new URLSearchParams([...sent].filter(([name]) => Object.hasOwn(longest, name)))
  for (const [name, value] of query)
    if (value.length > longest[name]!)
      return `invalid_request: ${name} has more than ${longest[name]} characters`
  if (query.getAll('response_mode').some((mode) => mode !== 'query')) query.set('response_mode', 'none')
  query.set('scope', knownScopes(query.get('scope')))
  ctx.querystring = query.toString()
  return undefined
}

const isOfSession = (cookie: string): boolean => cookie.trimStart().startsWith(sessionCookie)

/** A member decides about each request again: what the server remembers of a browser is neither sent nor read. */
function forgetSession(ctx: Koa.Context): void {
  const { cookie } = ctx.req.headers
  if (cookie)
    ctx.req.headers.cookie = cookie
      .split(';')
      .filter((one) => !isOfSession(one))
      .join(';')
}

/** No other site may call, so no header for that is sent either. */
function keepHeaders(ctx: Koa.Context): void {
  for (const name of Object.keys(ctx.response.headers))
    if (name.startsWith('access-control-')) ctx.remove(name)
  const cookies = ctx.response.headers['set-cookie']
  if (cookies)
    ctx.set(
      'Set-Cookie',
      [cookies].flat().filter((one) => !isOfSession(one)),
    )
}

function answerError(ctx: Koa.Context, { page }: Endpoint, thrown: unknown): void {
  if (page && wantsHtml(ctx)) return sendFailure(ctx, thrown)
  const error = toApiError(thrown)
  if (page || error.status === 405) throw error
  ctx.state['failure'] = error
  const { retryAfterSeconds } = error.options
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  ctx.status = error.status
  const code = error.status >= 500 ? 'server_error' : 'temporarily_unavailable'
  sendJson(ctx, JSON.stringify({ error: code, error_description: error.message }))
}
