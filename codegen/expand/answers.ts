import { at, isObject, media } from '../model.ts'
import type { Json, JsonObject, Source } from '../model.ts'
import { typeName, type NamedSchemas } from '../naming.ts'
import { dataSchema, hasDryRun } from '../redaction.ts'
import { mapSchema } from '../schema.ts'
import { component } from './responses.ts'

/** The response 200 of an operation: its result under `data`, and for a write the report of a dry run beside it. */
export function success(source: Source, headers: string[], named: NamedSchemas): JsonObject {
  const written = at(source.operation, 'responses', '200') as JsonObject
  const data = withoutClosedObjects(dataSchema(source))
  const result = isObject(at(data, 'properties'))
    ? named.add(`${typeName(source.id)}Result`, data, source)
    : data
  const report = component('schemas', 'DryRunReport')
  const envelope = {
    type: 'object',
    required: ['data'],
    properties: { data: result, ...(hasDryRun(source) && { dry_run: report }) },
  }
  const schema = named.add(`${typeName(source.id)}Envelope`, envelope, source)
  return {
    description: written['description'] as string,
    headers: {
      ...Object.fromEntries(headers.map((name) => [name, component('headers', name)])),
      ...(written['headers'] as JsonObject | undefined),
    },
    content: { 'application/json': { schema, example: { data: media(written)?.['example'] as Json } } },
  }
}

/**
 * The schema of an answer as it is published: open, because within v1 properties may be added, and clients must not
 * refuse them. The service checks its own answers with the closed schema.
 */
export function withoutClosedObjects(schema: Json): Json {
  return mapSchema(schema, (one) => {
    if (one['additionalProperties'] !== false) return one
    const { additionalProperties: _closed, ...rest } = one
    return rest
  })
}
