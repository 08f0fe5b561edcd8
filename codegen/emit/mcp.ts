import { withToolNames } from '../../src/domain/tool-names.ts'
import { type Contract, type JsonObject, type Source } from '../model.ts'
import { rowsOnPage, toolRows } from '../tool-rows.ts'
import { mcpDescription } from './tool-description.ts'
import { toolSchema } from './tool-schema.ts'

/** Clients put a prefix before the name and allow 64 characters (Claude) or 60 (Cursor) together with it. */
export const mcpNameLimit = 45

/**
 * The MCP tool manifest: one entry for each action that can be a tool, which are all except those for the web app only.
 * Which of them a caller sees is decided by audience and role when the caller asks.
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
 * The hints that differ from the defaults of the protocol. `destructiveHint: true` is a default, too, but directories
 * of servers require it. For reads, the protocol has no other hints than `readOnlyHint`.
 */
const hints = {
  read: { readOnlyHint: true },
  write: { destructiveHint: false },
  destructive: { destructiveHint: true },
}

/** The arguments that every write has besides its input. The instructions in src/mcp/about.ts say when to use them. */
const writeArguments: JsonObject = {
  dry_run: { type: 'boolean' },
  idempotency_key: { type: 'string' },
}

/** The arguments that the tool of a list has besides its input. The instructions say how to use these, too. */
const pageArguments = (): JsonObject => ({
  limit: { type: 'integer', default: rowsOnPage },
  after: { type: 'string' },
})
const fieldsArgument: JsonObject = { fields: { type: 'array', items: { type: 'string' } } }

function listArguments(contract: Contract, source: Source): JsonObject {
  const rows = toolRows(contract, source)
  return rows ? { ...(!rows.paged && pageArguments()), ...fieldsArgument } : {}
}

/**
 * The schema of a tool's arguments. Only the outermost object is closed, so that a client can refuse a misspelt
 * argument without a call; for a tool without input the protocol recommends this. `properties` is there even when it is
 * empty, because some model providers refuse an object without it.
 */
function inputSchema(contract: Contract, source: Source): JsonObject {
  const { properties, ...schema } = toolSchema(contract, source, mcpDescription(source), named(contract))
  return {
    ...schema,
    additionalProperties: false,
    properties: {
      ...(properties as JsonObject | undefined),
      ...listArguments(contract, source),
      ...(source.operation['x-class'] === 'read' ? {} : writeArguments),
    },
  }
}

function named(contract: Contract): (text: string) => string {
  return (text) => withToolNames(text, (id) => contract.sources.some((source) => source.id === id))
}
