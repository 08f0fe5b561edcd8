import { at, isObject, type Json, type JsonObject } from '../model.ts'

/** The two documents that are compared. */
export interface Documents {
  was: JsonObject
  is: JsonObject
}

/** The name of the component that a reference refers to; undefined for anything else. */
export function componentName(value: Json | undefined): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined
}

/** The object that a reference refers to; keywords next to the reference replace its own. Anything else as it is. */
export function follow(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {}
  const { $ref: ref, ...siblings } = value
  if (typeof ref !== 'string') return value
  const target = at(document, ...ref.replace(/^#\//, '').split('/').map(unescape))
  return { ...follow(document, target), ...siblings }
}

/** A step of a JSON pointer (RFC 6901). */
function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The entries of an object; none for anything else. */
export function entries(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : []
}
