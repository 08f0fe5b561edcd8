import { at, isObject, media } from '../model.ts'
import type { Json, JsonObject, Source } from '../model.ts'
import { typeName, type NamedSchemas } from '../naming.ts'
import { dataSchema, hasDryRun } from '../redaction.ts'
import { mapSchema } from '../schema.ts'
import { component } from './responses.ts'

/** The 200 of an operation: its result under `data`, and in a dry run a report beside it. */
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
 * What an answer is made of, as it is promised: within v1 more properties may come, so no client may refuse them. The
 * service itself holds its answers to the closed form.
 */
export function withoutClosedObjects(schema: Json): Json {
  return mapSchema(schema, (one) => {
    if (one['additionalProperties'] !== false) return one
    const { additionalProperties: _closed, ...rest } = one
    return rest
  })
}
