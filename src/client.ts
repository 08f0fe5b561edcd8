import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './generated/client.ts'

export type { components, operations, paths } from './generated/client.ts'

/** What `createClient` takes. */
export interface ClientOptions {
  /** Where the service is, such as `https://people.example.com`. */
  baseUrl: string
  /** An API key: `hrk_…`. */
  key?: string | undefined
  /** Further headers for every call. */
  headers?: Record<string, string>
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A typed client of the whole contract: `client.POST('/v1/org/units.create', { body: { name, kind } })`. Answers are
 * `{ data, error, response }`; only a broken connection throws.
 */
export function createClient({
  baseUrl,
  key,
  headers,
  fetch,
}: ClientOptions): Client<paths, 'application/json'> {
  return createFetchClient<paths, 'application/json'>({
    baseUrl,
    headers: { ...(key !== undefined && { Authorization: `Bearer ${key}` }), ...headers },
    ...(fetch && { fetch }),
  })
}
