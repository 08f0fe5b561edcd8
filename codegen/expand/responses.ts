import { refusalsOf } from '../catalogue.ts'
import type { Contract, JsonObject, Source } from '../model.ts'
import { typeName } from '../naming.ts'
import { ownContent, sharedContent } from './error-examples.ts'

export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The error responses of every call, by the names of their components. */
const anyCall = ['ValidationFailed', 'Unauthenticated', 'Forbidden', 'RateLimited', 'Internal', 'Unavailable']
/** Those of a request with a body. */
const bodyErrors = ['PayloadTooLarge', 'UnsupportedMediaType']

/**
 * The error responses of an action: those that every call has, and those of its own refusals. Where it has refusals of
 * its own, the response has their examples.
 */
export function actionErrors(contract: Contract, source: Source, hasBody: boolean): JsonObject {
  const write = source.operation['x-class'] !== 'read'
  const refusals = refusalsOf(contract, source)
  const names = [
    ...anyCall,
    'NotFound',
    ...(hasBody ? bodyErrors : []),
    ...(write ? ['Conflict'] : []),
    ...refusals.map(({ error }) => typeName(error)),
  ]
  return errorResponses(contract, names, (name) => {
    const own = refusals.filter(({ error }) => typeName(error) === name)
    const content = ownContent(contract, source, name, own)
    return content && { ...sharedResponse(contract, name), content }
  })
}

/** The error responses of an endpoint below /auth. */
export function sessionErrors(contract: Contract): JsonObject {
  return errorResponses(contract, [...anyCall, ...bodyErrors])
}

/** The components of error responses. All except Unauthenticated get the headers of the rate limit. */
export function errorComponents(contract: Contract): JsonObject {
  const names = [...(contract.components.get('responses')?.keys() ?? [])]
  return Object.fromEntries(names.map((name) => [name, sharedResponse(contract, name)]))
}

function sharedResponse(contract: Contract, name: string): JsonObject {
  const file = contract.components.get('responses')?.get(name)
  const { 'x-status': _status, 'x-codes': _codes, ...response } = file?.value ?? {}
  const rated = name === 'Unauthenticated' ? [] : rateHeaders
  return {
    ...response,
    headers: {
      ...(response['headers'] as JsonObject),
      ...Object.fromEntries(rated.map((header) => [header, component('headers', header)])),
    },
    content: sharedContent(name, response),
  }
}

/** The HTTP status of an error code. The component `NotFound` describes `not_found`. */
export function statusOf(contract: Contract, code: string): string {
  return statusOfComponent(contract, typeName(code))
}

/** A reference to a component. */
export function component(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/** @param own the response that an action has instead of the shared one of this name, if it has one */
function errorResponses(
  contract: Contract,
  names: string[],
  own: (name: string) => JsonObject | undefined = () => undefined,
): JsonObject {
  return Object.fromEntries(
    names.map((name) => [statusOfComponent(contract, name), own(name) ?? component('responses', name)]),
  )
}

function statusOfComponent(contract: Contract, name: string): string {
  return String(contract.components.get('responses')?.get(name)?.value['x-status'])
}
