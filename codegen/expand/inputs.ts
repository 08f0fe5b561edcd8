import { emptyInput, isObject, media, requestSchema } from '../model.ts'
import type { Contract, Json, JsonObject, Source } from '../model.ts'
import { typeName, type NamedSchemas } from '../naming.ts'
import { queryPartsOf, type QueryPart } from '../query-parts.ts'
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

/** A list or an object of any JSON, which is sent as its text. Generators fail at parameters that are told with `content`. */
const jsonText = { type: 'string', contentMediaType: 'application/json' }

/** Expands an input to query parameters of a GET. */
export function queryParameters(contract: Contract, source: Source): JsonObject[] {
  const schema = resolveRef(contract, requestSchema(source))
  const required = (schema['required'] as string[] | undefined) ?? []
  const properties = Object.entries((schema['properties'] as JsonObject | undefined) ?? {})
  return properties.flatMap(([name, value]) => {
    const property = value as JsonObject
    const parts = queryPartsOf(contract, name, property)
    if (parts.length > 0) return parts.map((part) => parameterOfPart(contract, property, part))
    const { description } = resolveRef(contract, property)
    const schema = queryType(contract, property) === 'json' ? jsonText : addInputPatterns(property)
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    }
  })
}

/** A value of an object, as a parameter. Its description is that of the object, and which part of it this is. */
function parameterOfPart(contract: Contract, property: JsonObject, part: QueryPart): JsonObject {
  const { description: whole, 'x-web-only': webOnly } = resolveRef(contract, property)
  const { description: own, ...schema } = resolveRef(contract, part.schema)
  return {
    name: part.name,
    in: 'query',
    required: false,
    description: [whole, own].filter(Boolean).join(' '),
    schema: addInputPatterns({ ...schema, ...(webOnly !== undefined && { 'x-web-only': webOnly }) }),
  }
}
