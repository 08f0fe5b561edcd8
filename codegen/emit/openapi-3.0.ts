import { isObject, type Json, type JsonObject } from '../model.ts'
import { convertMap, convertSchema } from './openapi-3.0-schema.ts'

/**
 * The published document as OpenAPI 3.0, for tools that do not read 3.1. It says the same: only webhooks, for which 3.0
 * has no place, are under `x-webhooks`.
 *
 * @param document of OpenAPI 3.1
 */
export function openapi30(document: JsonObject): JsonObject {
  const { openapi: _version, info, webhooks, ...rest } = convert(document) as JsonObject
  return {
    openapi: '3.0.3',
    info: infoOf(info as JsonObject),
    ...rest,
    ...(webhooks !== undefined && { 'x-webhooks': webhooks }),
  }
}

/** Converts the title page: what 3.0 does not know of it becomes a remark. */
function infoOf({ summary, license, ...info }: JsonObject): JsonObject {
  return {
    ...info,
    ...(summary !== undefined && { 'x-summary': summary }),
    ...(isObject(license) && { license: licenseOf(license) }),
  }
}

function licenseOf({ identifier, ...license }: JsonObject): JsonObject {
  return { ...license, ...(identifier !== undefined && { 'x-identifier': identifier }) }
}

/** Converts all schemas in a node that is no schema itself. Examples are values, so they stay. */
function convert(node: Json): Json {
  if (Array.isArray(node)) return node.map(convert)
  if (!isObject(node)) return node
  if ('$ref' in node) return { $ref: node['$ref'] as Json }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) return [key, value]
      if (key === 'schema') return [key, convertSchema(value)]
      if (key === 'schemas') return [key, convertMap(value)]
      return [key, convert(value)]
    }),
  )
}
