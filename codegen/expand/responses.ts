import { refusalsOf } from '../catalogue.ts'
import type { Contract, JsonObject, Source } from '../model.ts'
import { typeName } from '../naming.ts'

export const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** What any call may meet, by the names of components. */
const anyCall = ['ValidationFailed', 'Unauthenticated', 'Forbidden', 'RateLimited', 'Internal', 'Unavailable']
/** What only a request with a body can meet. */
const bodyErrors = ['PayloadTooLarge', 'UnsupportedMediaType']

/** The errors of an action: those that every call may meet, and those of what it refuses itself. */
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

export function sessionErrors(contract: Contract): JsonObject {
  return errorResponses(contract, [...anyCall, ...bodyErrors])
}

/** The components that describe error responses, with the headers that almost all of them have. */
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

/** The HTTP status of an error's code: `not_found` is described by the component `NotFound`. */
export function statusOf(contract: Contract, code: string): string {
  return statusOfComponent(contract, typeName(code))
}

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
