import { ConfigError } from '../config.ts'

export const providerNames = ['google', 'microsoft'] as const
export type ProviderName = (typeof providerNames)[number]

/** This service as a client of an OpenID provider. */
export interface ProviderConfig {
  clientId: string
  clientSecret: string
  /** The address of the provider, for tests; absent: the real one. */
  issuer: string | undefined
}

/**
 * @param name how the names of its settings begin
 * @throws ConfigError when only one of id and secret is set; for an issuer in production
 */
export function providerOf(
  name: string,
  { clientId, clientSecret, issuer }: { [K in keyof ProviderConfig]: string | undefined },
  production: boolean,
): ProviderConfig | undefined {
  if (issuer && production)
    throw new ConfigError(`${name}_ISSUER is for tests: in production it is the real one. Leave it empty.`)
  if (issuer && !/^https?:$/.test(URL.parse(issuer)?.protocol ?? ''))
    throw new ConfigError(`${name}_ISSUER must be an address, such as http://127.0.0.1:4000.`)
  if (Boolean(clientId) !== Boolean(clientSecret))
    throw new ConfigError(
      `${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together. Set both, or neither.`,
    )
  return clientId && clientSecret ? { clientId, clientSecret, issuer: issuer || undefined } : undefined
}
