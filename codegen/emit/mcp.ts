import { withToolNames } from '../../src/domain/tool-names.ts'
import { requestSchema, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import { inline, mapSchema } from '../schema.ts'

/** Room for a client's own prefix before the name (research: Claude 64, Cursor 60 with the server's name). */
export const mcpNameLimit = 45
export const mcpDescriptionLimit = 300

/** The first paragraph of the description: what an assistant reads when it chooses a tool. */
export function mcpDescription(source: Source): string {
  const [first = ''] = String(source.operation['description'] ?? '')
    .trim()
    .split(/\n\s*\n/)
  return first.replace(/\s+/g, ' ')
}

/**
 * The MCP tool manifest: one entry for each action that an assistant may be offered. Actions of the web app alone
 * are left out; which of the rest a caller sees is decided by audience and role when it asks.
 */
export function mcpTools(contract: Contract): JsonObject[] {
  return contract.sources
    .filter((source) => source.kind === 'action' && !(source.operation['x-access'] as JsonObject)['web_only'])
    .map((source) => tool(contract, source))
}

function tool(contract: Contract, source: Source): JsonObject {
  const { operation } = source
  const effect = operation['x-class']
  return {
    name: source.id,
    title: operation['summary'] as string,
    description: named(contract, mcpDescription(source)),
    inputSchema: inputSchema(contract, source),
    annotations: {
      title: operation['summary'] as string,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destructive',
      idempotentHint: effect === 'read',
      openWorldHint: false,
    },
  }
}

function inputSchema(contract: Contract, source: Source): JsonObject {
  const schema = strip(contract, inline(contract, requestSchema(source))) as JsonObject
  const write = source.operation['x-class'] !== 'read'
  const extra: JsonObject = write
    ? {
        dry_run: {
          type: 'boolean',
          description: 'Check everything and answer the result, but keep nothing.',
        },
        idempotency_key: { type: 'string', minLength: 1, maxLength: 255, description: 'Makes a retry safe.' },
      }
    : {}
  return { ...schema, properties: { ...(schema['properties'] as JsonObject | undefined), ...extra } }
}

/** Tokens count: tool schemas carry no annotations of ours. */
function strip(contract: Contract, schema: Json): Json {
  return mapSchema(schema, (object) =>
    Object.fromEntries(
      Object.entries(object)
        .filter(([key]) => !key.startsWith('x-') && key !== 'example')
        .map(([key, value]) => [
          key,
          key === 'description' && typeof value === 'string' ? named(contract, value) : value,
        ]),
    ),
  )
}

function named(contract: Contract, text: string): string {
  return withToolNames(text, (id) => contract.sources.some((source) => source.id === id))
}
