import { emptyInput, isObject, media, requestSchema } from '../model.ts'
import type { Contract, Json, JsonObject, Source } from '../model.ts'
import { typeName, type NamedSchemas } from '../naming.ts'
import { queryType } from '../query-type.ts'
import { resolveRef } from '../schema.ts'
import { addInputPatterns } from './patterns.ts'

/** The JSON body of a POST. */
export function requestBody(source: Source, named: NamedSchemas): JsonObject {
  const written = source.operation['requestBody'] as JsonObject | undefined
  const example = written ? (media(written)?.['example'] as Json) : {}
  const schema = requestSchema(source)
  const input = isObject(schema['properties'])
    ? named.add(`${typeName(source.id)}Input`, addInputPatterns(schema), source)
    : named.add('NoInput', { description: 'Nothing: send `{}`.', ...emptyInput }, source)
  return { required: true, ...written, content: { 'application/json': { schema: input, example } } }
}

/** The same input as query parameters of a GET. */
export function queryParameters(contract: Contract, source: Source): JsonObject[] {
  const schema = addInputPatterns(resolveRef(contract, requestSchema(source))) as JsonObject
  const required = (schema['required'] as string[] | undefined) ?? []
  const properties = Object.entries((schema['properties'] as JsonObject | undefined) ?? {})
  return properties.map(([name, property]) => {
    const { description } = resolveRef(contract, property as JsonObject)
    const shape =
      queryType(contract, property as JsonObject) === 'json'
        ? { content: { 'application/json': { schema: property as Json } } }
        : { schema: property as Json }
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      ...shape,
    }
  })
}
