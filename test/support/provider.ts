import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import mount from 'koa-mount'
import Provider, { interactionPolicy, type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import type { Provider as ProviderName } from '../../src/domain/sign-in.ts'

/** What the provider says of an account, beside its `sub`. */
export type Claims = Record<string, string | boolean>

/** A provider in a test: a real OpenID provider on the loopback address, with the issuer of Google or Microsoft. */
export interface TestProvider {
  /** Settings of a server that takes it for the real one. */
  readonly settings: Record<string, string>
  /** Whoever signs in there from now on is this account; undefined: they say no. */
  account: { sub: string; claims: Claims } | undefined
  /** How it answers from now on. */
  fault: 'down' | 'slow' | undefined
  /** What it was asked: method and path. */
  readonly asked: string[]
  /** Opens it for a service at this address. */
  open: (baseUrl: string) => void
  stop: () => Promise<void>
}

/** The company whose directory the Microsoft of tests has. */
export const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'

const origins = { google: 'https://accounts.google.com', microsoft: 'https://login.microsoftonline.com' }
const paths = { google: '', microsoft: `/${tenant}/v2.0` }
const cookieKeys = ['a key for the cookies of a test']
const client = { id: 'rollcall', secret: 'the secret of rollcall at its provider' }

/** An account as its provider tells of it, with a new id. */
export const accountAt = {
  google: (claims: Claims = {}) => ({ sub: randomUUID(), claims }),
  microsoft: (claims: Claims = {}) => ({
    sub: randomUUID(),
    claims: { tid: tenant, oid: randomUUID(), ...claims },
  }),
}

/** Starts a provider, and stops it after the last test of the `describe`. */
export async function startProvider(name: ProviderName): Promise<TestProvider> {
  const asked: string[] = []
  let serve: ReturnType<Koa['callback']> | undefined
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url!.split('?')[0]}`)
    if (provider.fault === 'down' || !serve) return void request.socket.destroy()
    if (provider.fault === 'slow') return
    void serve(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const prefix = name.toUpperCase()
  const provider: TestProvider = {
    settings: {
      [`${prefix}_CLIENT_ID`]: client.id,
      [`${prefix}_CLIENT_SECRET`]: client.secret,
      [`${prefix}_STAND_IN`]: url,
    },
    account: undefined,
    fault: undefined,
    asked,
    open: (baseUrl) => void (serve = application(name, url, `${baseUrl}/auth/${name}/callback`, provider)),
    stop: () => stop(server),
  }
  return provider
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

function application(name: ProviderName, url: string, callback: string, test: TestProvider) {
  const known = new Map<string, Claims>()
  const oidc: Provider = new Provider(origins[name] + paths[name], {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    adapter: memory(),
    // As the real ones, it does not ask for PKCE. Whether we send it is ours.
    pkce: { required: () => false },
    jwks: { keys: [key()] },
    cookies: { keys: cookieKeys },
    claims: {
      openid: ['sub', 'tid', 'oid', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...known.get(sub) }) }),
    features: { devInteractions: { enabled: false } },
    // So that it does not warn of its defaults.
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${paths[name]}/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const { session, params } = ctx.oidc
      const grant = new oidc.Grant({ accountId: session!.accountId!, clientId: client.id })
      grant.addOIDCScope(params!['scope'] as string)
      await grant.save()
      return grant
    },
  })
  const app = new Koa()
  // The provider sets its cookies as this application does, and reads them by itself.
  app.keys = cookieKeys
  app.use(async (ctx, next) => {
    if (ctx.path === '/common/v2.0/.well-known/openid-configuration')
      return void (ctx.body = await common(url))
    if (!ctx.path.startsWith(`${paths[name]}/interaction/`)) return next()
    const { account } = test
    if (account) known.set(account.sub, account.claims)
    const result = account
      ? { login: { accountId: account.sub }, select_account: {} }
      : { error: 'access_denied' }
    ctx.respond = false
    await oidc.interactionFinished(ctx.req, ctx.res, result)
  })
  app.use(mount(paths[name] || '/', oidc))
  return app.callback()
}

/** What Microsoft says of itself to those who do not know the company yet: its issuer is a pattern. */
async function common(url: string): Promise<object> {
  const answer = await fetch(`${url}${paths.microsoft}/.well-known/openid-configuration`)
  const { authorization_response_iss_parameter_supported: _, ...document } = (await answer.json()) as Claims
  return { ...document, issuer: `${origins.microsoft}/{tenantid}/v2.0` }
}

function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

function key() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() }
}

/** What the provider stores, in memory. */
function memory(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const find = (is: (payload: AdapterPayload) => boolean) =>
      Promise.resolve([...stored].find(([key, payload]) => key.startsWith(`${model} `) && is(payload))?.[1])
    return {
      upsert: (id, payload) => Promise.resolve(void stored.set(`${model} ${id}`, payload)),
      find: (id) => Promise.resolve(stored.get(`${model} ${id}`)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      consume: (id) => Promise.resolve(void (stored.get(`${model} ${id}`)!.consumed = 1)),
      destroy: (id) => Promise.resolve(void stored.delete(`${model} ${id}`)),
      revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
        return Promise.resolve()
      },
    }
  }
}
