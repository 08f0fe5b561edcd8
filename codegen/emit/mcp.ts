import { withToolNames } from '../../src/domain/tool-names.ts'
import { type Contract, type JsonObject, type Source } from '../model.ts'
import { toolSchema } from './tool-schema.ts'

/** Room for a client's own prefix before the name: Claude takes 64 characters with it, Cursor 60. */
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
  return {
    name: source.id,
    title: operation['summary'] as string,
    description: named(contract)(mcpDescription(source)),
    inputSchema: inputSchema(contract, source),
    annotations: { ...hints[operation['x-class'] as keyof typeof hints], openWorldHint: false },
  }
}

/**
 * The hints that differ from the protocol's defaults, and `destructiveHint: true`, which is a default: directories of
 * servers want it said. Of a read the protocol asks for no more than that it is one.
 */
const hints = {
  read: { readOnlyHint: true },
  write: { destructiveHint: false },
  destructive: { destructiveHint: true },
}

/** What every write takes beside its input. The instructions of src/mcp/about.ts say when to use them. */
const writeArguments: JsonObject = {
  dry_run: { type: 'boolean', description: 'Nothing is kept.' },
  idempotency_key: { type: 'string', description: 'Makes a retry safe.' },
}

/**
 * Only the outermost object is closed, so that a client can refuse a misspelt argument before it costs a call; for a
 * tool without input the protocol recommends it. `properties` is there even when empty: some model providers refuse an
 * object without it.
 */
function inputSchema(contract: Contract, source: Source): JsonObject {
  const { properties, ...schema } = toolSchema(contract, source, mcpDescription(source), named(contract))
  return {
    ...schema,
    additionalProperties: false,
    properties: {
      ...(properties as JsonObject | undefined),
      ...(source.operation['x-class'] === 'read' ? {} : writeArguments),
    },
  }
}

function named(contract: Contract): (text: string) => string {
  return (text) => withToolNames(text, (id) => contract.sources.some((source) => source.id === id))
}
