import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  InitializeRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { capabilities, instructions, serverInfo } from './about.ts'
import { Result, RpcError, rpcCodes, type Params, type Request, type RpcFailure } from './jsonrpc.ts'

/** Revisions with an `initialize` handshake, newest first. */
export const handshakeVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS

/** What becomes of a request: its result, as JSON text, or an error. */
export type Reply = { result: string } | { error: RpcFailure }

/** What the SDK leaves to us. */
export interface Handler<Visit> {
  handle: (method: string, params: Params, visit: Visit) => Promise<Result>
  /** How the client is told of what `handle` throws. */
  explain: (thrown: unknown, visit: Visit) => RpcFailure
}

/**
 * The handshake revisions of MCP as the SDK speaks them, for any number of clients at once: one `Server` on a transport
 * that is this function. (The SDK's own recipe, a server and a transport for each request, costs several times the
 * request.) This is the only file that knows the SDK.
 *
 * Each request gets a number of our own, so that clients cannot collide. Nothing of one request reaches another:
 * cancellations are never passed on, we send clients no requests, and no answer depends on what `initialize` said.
 */
export function createProtocol<Visit>({
  handle,
  explain,
}: Handler<Visit>): (request: Request, visit: Visit) => Promise<Reply> {
  const waiting = new Map<number, { visit: Visit; done: (reply: Reply) => void }>()
  let last = 0
  let unread: Error | undefined
  const server = new Server(serverInfo, { capabilities, instructions })
  server.onerror = (error) => (unread = error)
  // The SDK's typed handlers would parse every argument and result with zod; the fallback takes them as they are.
  server.fallbackRequestHandler = (request, { requestId }) => {
    const { visit } = waiting.get(requestId as number) as { visit: Visit }
    return handle(request.method, request.params ?? {}, visit).catch((thrown: unknown) => {
      const { message, ...rest } = explain(thrown, visit)
      throw Object.assign(new Error(message), rest)
    }) as Promise<never>
  }
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      const { id } = message as { id: number }
      waiting.get(id)?.done(toReply(message))
      waiting.delete(id)
    },
  }
  const ready = server.connect(transport)

  return async ({ method, params }, visit) => {
    await ready
    // `_meta` and `task` ask for progress and background tasks, which we do not have: such a call runs as any other.
    const { _meta, task, ...rest } = params
    const message: JSONRPCRequest = { jsonrpc: '2.0', id: ++last, method, params: rest }
    if (method === 'initialize' && !InitializeRequestSchema.safeParse(message).success)
      throw new RpcError(
        rpcCodes.invalidParams,
        'initialize needs protocolVersion, capabilities and clientInfo.',
      )
    return new Promise((done, fail) => {
      waiting.set(message.id as number, { visit, done })
      unread = undefined
      transport.onmessage?.(message)
      // It says so at once when it cannot read a message, and would never answer it.
      if (unread && waiting.delete(message.id as number)) fail(unread)
    })
  }
}

function toReply(message: JSONRPCMessage): Reply {
  if ('error' in message) return { error: message.error }
  const { result } = message as { result: unknown }
  return { result: result instanceof Result ? result.write() : JSON.stringify(result) }
}
