import type { Caller } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'

/**
 * Why a key or an app may not change an endpoint so; empty when it may. Where events go to is decided in person: a key that
 * was stolen must not send them elsewhere.
 */
export function endpointProblems(
  { credential }: Pick<Caller, 'credential'>,
  wanted: { url?: string | undefined; enabled?: boolean | undefined },
): Problem<'endpoint_url_needs_web' | 'enabling_needs_web'>[] {
  if (credential.kind === 'web') return []
  return [
    ...(wanted.url !== undefined ? [problem('endpoint_url_needs_web', {})] : []),
    ...(wanted.enabled === true ? [problem('enabling_needs_web', {})] : []),
  ]
}
