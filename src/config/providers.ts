import { ConfigError } from './error.ts'

export const providerNames = ['google', 'microsoft'] as const
export type ProviderName = (typeof providerNames)[number]

/** This service as a client of an OpenID provider. */
export interface ProviderConfig {
  clientId: string
  clientSecret: string
  /** The address of a server that stands in for the provider, for tests; absent: there is none. */
  standIn: string | undefined
}

/**
 * @param name how the names of its settings begin
 * @throws ConfigError when only one of id and secret is set; for a stand-in in production
 */
export function providerOf(
  name: string,
  { clientId, clientSecret, standIn }: { [K in keyof ProviderConfig]: string | undefined },
  production: boolean,
): ProviderConfig | undefined {
  if (standIn && production)
    throw new ConfigError(
      `${name}_STAND_IN is for tests: in production it is the real provider. Leave it empty.`,
    )
  if (standIn && !/^https?:$/.test(URL.parse(standIn)?.protocol ?? ''))
    throw new ConfigError(`${name}_STAND_IN must be an address, such as http://127.0.0.1:4000.`)
  if (Boolean(clientId) !== Boolean(clientSecret))
    throw new ConfigError(
      `${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together. Set both, or neither.`,
    )
  return clientId && clientSecret ? { clientId, clientSecret, standIn: standIn || undefined } : undefined
}
