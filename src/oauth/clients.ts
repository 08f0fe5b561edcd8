import { errors, type AllClientMetadata } from 'oidc-provider'
import type { ConnectedApp } from '../queries/platform/connections.ts'

export const scopes = ['me', 'manage'] as const

const maxName = 80
const maxRedirects = 10
const maxRedirectLength = 2000
const maxScopeLength = 1000

/**
 * Checks and adapts what an app says of itself, by registration (RFC 7591) or by its document. What it asks for beyond
 * what this server has is left out instead of refused: many apps list all that they know.
 *
 * - Apps are public clients: none gets a secret. PKCE proves that whoever has the code began the request.
 * - One that redirects to this machine or to an app's own scheme is `native`, whatever it says: only then any port of
 *   the machine is accepted (RFC 8252, 7.3).
 *
 * @throws InvalidClientMetadata, InvalidRedirectUri
 */
export function adaptClient(metadata: AllClientMetadata): void {
  requireName(metadata)
  const uris = metadata.redirect_uris
  if (!Array.isArray(uris)) return
  if (uris.length > maxRedirects)
    throw badRedirects(`redirect_uris must have at most ${maxRedirects} members`)
  if (uris.some((uri) => typeof uri !== 'string' || uri.length > maxRedirectLength))
    throw badRedirects(`redirect_uris must be texts of at most ${maxRedirectLength} characters`)
  if (uris.some((uri) => !isPlainRedirect(uri)))
    throw badRedirects(
      'redirect_uris must be addresses with a plain host, or of a scheme of the app: a domain name in reverse, such as com.example.app, or a well-known one, such as vscode',
    )
  metadata.application_type = uris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native'
  metadata.grant_types = ['authorization_code', 'refresh_token']
  metadata.response_types = ['code']
  requireScope(metadata)
  metadata.scope = knownScopes(metadata.scope)
  metadata.token_endpoint_auth_method = 'none'
  for (const name of unused) delete metadata[name]
}

/** The provider's own sentence is about requests for access, and keeps another one to itself. */
function badRedirects(description: string): errors.InvalidRedirectUri {
  return Object.assign(new errors.InvalidRedirectUri(), { error_description: description })
}

/**
 * Schemes without a dot that belong to an app. Others of that form are of the system or the browser (`chrome:`,
 * `ms-settings:`, `urn:`), and lists of those are never complete.
 */
const appSchemes = new Set(
  ['cursor', 'vscode', 'vscode-insiders', 'vscodium', 'code-oss', 'windsurf', 'windsurf-next', 'kiro', 'zed']
    .concat(['trae', 'antigravity', 'jetbrains', 'claude', 'goose', 'raycast', 'warp', 'lmstudio', 'postman'])
    .map((name) => `${name}:`),
)

/**
 * Tells whether members may be sent to an address of this scheme: to https, to http (on their own computer, which the
 * authorization server asks for), or to an app, whose scheme is a domain name in reverse (RFC 8252, 7.1) or well known.
 */
const isRedirectScheme = (scheme: string): boolean =>
  scheme === 'https:' || scheme === 'http:' || scheme.includes('.') || appSchemes.has(scheme)

/**
 * Tells whether all of where the address leads can be shown: it names no user, and a host of letters and digits. The
 * authorization server itself refuses what is no address.
 */
function isPlainRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url) return true
  return (
    isRedirectScheme(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    (!/^https?:$/.test(url.protocol) || /^[A-Za-z0-9._[\]:-]+$/.test(url.host))
  )
}

/** Metadata that the server would ask for from elsewhere, or keep as a secret. */
const unused = [
  'client_secret',
  'client_secret_expires_at',
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
  'initiate_login_uri',
  'default_acr_values',
  'default_max_age',
  'require_auth_time',
  'id_token_signed_response_alg',
  'subject_type',
  'contacts',
] as const

/** The scopes of a request that this server has; all of them when it has none of the request's. */
export function knownScopes(text: unknown): string {
  const asked = typeof text === 'string' ? text.split(' ') : []
  const known = scopes.filter((scope) => asked.includes(scope))
  return (known.length > 0 ? known : scopes).join(' ')
}

/**
 * Characters that nobody sees, or that move others: controls, line ends, what stands for nothing (but for the two that choose
 * between a sign and its picture), and marks above each other without end.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}[\p{Default_Ignorable_Code_Point}--[\ufe0e\ufe0f]]\u2800]|\p{M}{5}/v

/** The name is shown to the member who has to decide, so it may not look like something else. */
function requireName(metadata: AllClientMetadata): void {
  const name = metadata.client_name
  if (name === undefined) return
  const isShort = typeof name === 'string' && [...name].length <= maxName
  if (!isShort) throw new errors.InvalidClientMetadata(`client_name must have at most ${maxName} characters`)
  if (hidden.test(name))
    throw new errors.InvalidClientMetadata('client_name must be one line of visible characters')
}

/** Requires scopes to be a text. Only ours are kept of them; whatever else an app says of itself is kept as it is. */
function requireScope({ scope }: AllClientMetadata): void {
  if (scope === undefined || (typeof scope === 'string' && scope.length <= maxScopeLength)) return
  throw new errors.InvalidClientMetadata(`scope must be a text of at most ${maxScopeLength} characters`)
}

const loopbacks = ['localhost', '127.0.0.1', '[::1]']

/**
 * Describes an app: its name, and where it takes the member back to.
 *
 * @param clientId an https address for an app that publishes who it is, else the id of a registration
 */
export function describeApp(
  clientId: string,
  name: string | undefined,
  redirectUri: string,
): Omit<ConnectedApp, 'audience'> {
  const redirect = new URL(redirectUri)
  const published = clientId.startsWith('https://')
  const host = published ? new URL(clientId).host : null
  const isLocal = redirect.protocol === 'http:' && loopbacks.includes(redirect.hostname)
  const kind = isLocal ? 'local' : redirect.protocol === 'https:' ? 'web' : 'app'
  return {
    client_id: clientId,
    client_name: name?.trim() || host || 'An app without a name',
    client_kind: published ? 'cimd' : 'dcr',
    client_host: host,
    redirect_host: kind === 'app' ? redirect.protocol.slice(0, -1) : redirect.hostname,
    redirect_kind: kind,
  }
}
