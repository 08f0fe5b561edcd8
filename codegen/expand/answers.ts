import { at, isObject, media, requestSchema } from '../model.ts'
import type { Contract, Json, JsonObject, Source } from '../model.ts'
import { typeName, type NamedSchemas } from '../naming.ts'
import { dataSchema, hasDryRun } from '../redaction.ts'
import { componentsBelow, mapSchema } from '../schema.ts'
import { withOpenValues } from './open-values.ts'
import { component } from './responses.ts'

/** The response 200 of an operation: its result under `data`, and for a write the report of a dry run beside it. */
export function success(
  contract: Contract,
  source: Source,
  headers: string[],
  named: NamedSchemas,
): JsonObject {
  const written = at(source.operation, 'responses', '200') as JsonObject
  const data = withDescription(openAnswer(contract, dataSchema(source)), written['description'] as string)
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

/** The schema with what the response says of it, unless it says something itself or is a component that does. */
function withDescription(schema: Json, description: string): Json {
  const isSilent = isObject(schema) && schema['description'] === undefined && schema['$ref'] === undefined
  return isSilent ? { ...schema, description } : schema
}

/**
 * The schema of an answer as it is published: open, because within v1 properties and values may be added, and clients
 * must not refuse them. The service checks its own answers with the closed schema.
 */
export function openAnswer(contract: Contract, schema: Json): Json {
  return withOpenValues(contract, withoutClosedObjects(schema), inputComponents(contract))
}

/** The names of the components that inputs use. Found once for each contract. */
export function inputComponents(contract: Contract): ReadonlySet<string> {
  const known = foundInputs.get(contract)
  if (known) return known
  const found = componentsBelow(contract, contract.sources.map(requestSchema))
  foundInputs.set(contract, found)
  return found
}

const foundInputs = new WeakMap<Contract, ReadonlySet<string>>()

function withoutClosedObjects(schema: Json): Json {
  return mapSchema(schema, (one) => {
    if (one['additionalProperties'] !== false) return one
    const { additionalProperties: _closed, ...rest } = one
    return rest
  })
}
