import {
  Provider,
  errors,
  type Configuration,
  type ErrorOut,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider'
import type { AuthDeps } from '../auth/authenticate.ts'
import type { Outbound } from '../outbound/client.ts'
import type { SecretKeys } from '../secrets/secret-key.ts'
import { ObjectStore } from './adapter.ts'
import { adaptClient, scopes } from './clients.ts'
import { documentFetcher } from './documents.ts'
import { cookieKeys, signingKeys } from './keys.ts'

export interface ProviderOptions {
  door: AuthDeps
  /** The public address of the service, which is the issuer. */
  baseUrl: string
  secrets: SecretKeys
  outbound: Outbound
  /** Answers a mistake that the browser of a member is shown. */
  renderError: (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) => void
}

const day = 86_400
/** Seconds that a member may take to sign in and decide. */
const interactionSeconds = 3600
const accessTokenSeconds = day

/** The address of the only resource that tokens are for. */
export const resourceOf = (baseUrl: string): string => `${baseUrl}/mcp`

/**
 * The authorization server: OAuth 2.1 as the Model Context Protocol wants it, and nothing else of OpenID Connect. When a
 * connection ends is decided by its own row, so tokens and grants live longer here than they may.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { door, baseUrl, secrets, outbound } = options
  const resource = resourceOf(baseUrl)
  const provider: Provider = new Provider(baseUrl, {
    adapter: (model: string) => new ObjectStore(door, model),
    routes: {
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      jwks: '/jwks',
    },
    scopes: [...scopes],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'EdDSA',
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    jwks: { keys: signingKeys(secrets) },
    cookies: cookies(secrets),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      RefreshToken: 40 * day,
      Grant: 3650 * day,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
    pkce: { required: () => true },
    features: features(resource),
    extraClientMetadata: {
      // The provider asks for each name; one is enough to see them all.
      properties: ['software_id'],
      validator: (_ctx, _name, _value, metadata) => adaptClient(metadata),
    },
    interactions: { url: (_ctx, { uid }) => `/oauth/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    // One consent is one connection: what another request was granted does not count for this one.
    loadExistingGrant: async (ctx) => {
      const id = ctx.oidc.result?.consent?.grantId
      return id === undefined ? undefined : provider.Grant.find(id)
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    // Some clients send the address that they call as their origin. Pages of other sites are told nothing.
    clientBasedCORS: (_ctx, origin) => origin === baseUrl,
    renderError: (ctx, out, error) => options.renderError(ctx, out, error),
    fetch: documentFetcher(door, outbound) as Configuration['fetch'],
  })
  return provider
}

/** The cookies of a request that is under way. No session is kept: see `ObjectStore`. */
function cookies(secrets: SecretKeys): Configuration['cookies'] {
  const common = { signed: true, httpOnly: true, sameSite: 'lax' as const }
  return {
    keys: cookieKeys(secrets),
    names: { interaction: 'rollcall_interaction', resume: 'rollcall_resume', session: sessionCookie },
    short: common,
    long: common,
  }
}

export const sessionCookie = 'rollcall_oauth'

function features(resource: string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, asked) => serverOf(resource, asked),
    },
  }
}

/** @throws InvalidTarget for anything but /mcp of this service */
function serverOf(resource: string, asked: string): ResourceServer {
  if (asked !== resource && asked !== `${resource}/`) throw new errors.InvalidTarget()
  return {
    scope: scopes.join(' '),
    audience: resource,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'opaque',
  }
}
