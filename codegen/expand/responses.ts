import { refusalsOf } from '../catalogue.ts'
import type { Contract, JsonObject, Source } from '../model.ts'
import { typeName } from '../naming.ts'

export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The error responses of every call, by the names of their components. */
const anyCall = ['ValidationFailed', 'Unauthenticated', 'Forbidden', 'RateLimited', 'Internal', 'Unavailable']
/** Those of a request with a body. */
const bodyErrors = ['PayloadTooLarge', 'UnsupportedMediaType']

/** The error responses of an action: those that every call has, and those of its own refusals. */
export function actionErrors(contract: Contract, source: Source, hasBody: boolean): JsonObject {
  const write = source.operation['x-class'] !== 'read'
  const own = refusalsOf(contract, source).map(({ error }) => typeName(error))
  return errorResponses(contract, [
    ...anyCall,
    'NotFound',
    ...(hasBody ? bodyErrors : []),
    ...(write ? ['Conflict'] : []),
    ...own,
  ])
}

/** The error responses of an endpoint below /auth. */
export function sessionErrors(contract: Contract): JsonObject {
  return errorResponses(contract, [...anyCall, ...bodyErrors])
}

/** The components of error responses. All except Unauthenticated get the headers of the rate limit. */
export function errorComponents(contract: Contract): JsonObject {
  const files = contract.components.get('responses') ?? new Map()
  return Object.fromEntries(
    [...files].map(([name, file]) => {
      const { 'x-status': _status, 'x-codes': _codes, ...response } = file.value as JsonObject
      const rated =
        name === 'Unauthenticated'
          ? {}
          : Object.fromEntries(rateHeaders.map((header) => [header, component('headers', header)]))
      return [name, { ...response, headers: { ...(response['headers'] as JsonObject), ...rated } }]
    }),
  )
}

/** The HTTP status of an error code. The component `NotFound` describes `not_found`. */
export function statusOf(contract: Contract, code: string): string {
  return statusOfComponent(contract, typeName(code))
}

/** A reference to a component. */
export function component(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

function errorResponses(contract: Contract, names: string[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [statusOfComponent(contract, name), component('responses', name)]),
  )
}

function statusOfComponent(contract: Contract, name: string): string {
  return String(contract.components.get('responses')?.get(name)?.value['x-status'])
}
