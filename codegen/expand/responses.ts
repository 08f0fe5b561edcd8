import { refusalsOf, type Refusal } from '../catalogue.ts'
import type { Contract, JsonObject, Source } from '../model.ts'
import { typeName } from '../naming.ts'
import { ownContent, sharedContent } from './error-examples.ts'

export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The error responses of every call, by the names of their components. */
const anyCall = ['ValidationFailed', 'Unauthenticated', 'Forbidden', 'RateLimited', 'Internal', 'Unavailable']
/** Errors of a request with a body. */
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
  return ownResponses(contract, source, names, refusals)
}

/** The error responses of an endpoint below /auth: those of any call, and those of its own refusals. */
export function sessionErrors(contract: Contract, source: Source): JsonObject {
  const refusals = refusalsOf(contract, source)
  const own = refusals.map(({ error }) => typeName(error))
  return ownResponses(contract, source, [...anyCall, ...bodyErrors, ...own], refusals)
}

/** The error responses of an address to which browsers are sent: what others sent along may be too long for one. */
export function redirectErrors(contract: Contract, source: Source): JsonObject {
  const names = ['ValidationFailed', 'HeadersTooLarge', 'Internal', 'Unavailable']
  return ownResponses(contract, source, names, [])
}

/**
 * The components of error responses that actions share. All that come after a credential was found get the headers of the
 * rate limit.
 * What is wrong with an input differs from action to action.
 */
export function errorComponents(contract: Contract): JsonObject {
  const names = [...(contract.components.get('responses')?.keys() ?? [])].filter(
    (name) => name !== 'ValidationFailed',
  )
  return Object.fromEntries(names.map((name) => [name, sharedResponse(contract, name)]))
}

function sharedResponse(contract: Contract, name: string): JsonObject {
  const file = contract.components.get('responses')?.get(name)
  const { 'x-status': _status, 'x-codes': _codes, ...response } = file?.value ?? {}
  const rated = ['Unauthenticated', 'HeadersTooLarge'].includes(name) ? [] : rateHeaders
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

/** The responses of these names: the action's own where it has examples of its own, else the shared ones. */
function ownResponses(contract: Contract, source: Source, names: string[], refusals: Refusal[]): JsonObject {
  const response = (name: string) => {
    const own = refusals.filter(({ error }) => typeName(error) === name)
    const content = ownContent(contract, source, name, own)
    return content ? { ...sharedResponse(contract, name), content } : component('responses', name)
  }
  return Object.fromEntries(names.map((name) => [statusOfComponent(contract, name), response(name)]))
}

function statusOfComponent(contract: Contract, name: string): string {
  return String(contract.components.get('responses')?.get(name)?.value['x-status'])
}
