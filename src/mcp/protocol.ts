import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  InitializeRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { capabilities, instructions, serverInfo } from './about.ts'
import { RpcError, rpcCodes, type Request, type RpcFailure } from './jsonrpc.ts'

/** Revisions with an `initialize` handshake, newest first. */
export const handshakeVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS

/** The answer to a request: its result, as JSON text, or an error. */
export type Reply = { result: string } | { error: RpcFailure }

/**
 * Methods that the SDK answers. Tools are ours alone: it could only hand them on, and to parse each message four times
 * with zod would take it a tenth of the time of a short call.
 */
const methods: ReadonlySet<string> = new Set(['initialize', 'ping'])

/** Tells whether the method is one of the protocol itself. */
export const isOfProtocol = (method: string): boolean => methods.has(method)

/**
 * The protocol itself in its handshake revisions, spoken by the SDK, for any number of clients at once: one `Server` on
 * one transport, which is made here. (The recipe of the SDK, a new server and transport for each request, is five times
 * slower: measured, 6,000 instead of 31,000 calls a second.) Only this file imports the SDK.
 *
 * Each request gets a number of our own, so that equal ids of two clients do not collide. Nothing of one request
 * reaches another: cancellations are never passed on, we send clients no requests, and no answer depends on
 * `initialize`.
 *
 * @returns answers a request that `isOfProtocol`; throws RpcError for an `initialize` that the SDK cannot read
 */
export function createProtocol(): (request: Request) => Promise<Reply> {
  /** The messages under way. The SDK answers each of these methods at once, or says that it cannot read it. */
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  let unread: Error | undefined
  const server = new Server(serverInfo, { capabilities, instructions })
  server.onerror = (error) => (unread = error)
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      const { id } = message as { id: number }
      waiting.get(id)?.(toReply(message))
      waiting.delete(id)
    },
  }
  const ready = server.connect(transport)

  return async ({ method, params }) => {
    await ready
    // `_meta` and `task` ask for progress and background tasks, which we do not have. The call runs without them.
    const { _meta, task, ...rest } = params
    const id = ++last
    const message: JSONRPCRequest = { jsonrpc: '2.0', id, method, params: rest }
    if (method === 'initialize' && !InitializeRequestSchema.safeParse(message).success)
      throw new RpcError(
        rpcCodes.invalidParams,
        'initialize needs protocolVersion, capabilities and clientInfo.',
      )
    return new Promise((done, fail) => {
      waiting.set(id, done)
      unread = undefined
      transport.onmessage?.(message)
      // When the SDK cannot read a message, it says so at once through `onerror`, and never answers.
      if (unread && waiting.delete(id)) fail(unread)
    })
  }
}

function toReply(message: JSONRPCMessage): Reply {
  if ('error' in message) return { error: message.error }
  return { result: JSON.stringify((message as { result: unknown }).result) }
}
