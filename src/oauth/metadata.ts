import { scopes } from './clients.ts'
import { resourceOf } from './provider.ts'

/** Metadata of `/mcp` for clients: who gives tokens for it, and for what (RFC 9728). */
export const resourceMetadata = (baseUrl: string) => ({
  resource: resourceOf(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Rollcall',
  resource_documentation: `${baseUrl}/docs`,
})

/** Metadata of the authorization server (RFC 8414). */
export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  jwks_uri: `${baseUrl}/oauth/jwks`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [resourceOf(baseUrl)],
  service_documentation: `${baseUrl}/docs`,
})

/** Metadata for clients that look for OpenID Connect Discovery. There are no ID tokens. */
export const openidMetadata = (baseUrl: string) => ({
  ...serverMetadata(baseUrl),
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['EdDSA'],
})
