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

/** The answer to a request: its result, as JSON text, or an error. */
export type Reply = { result: string } | { error: RpcFailure }

/** What the SDK leaves to us. `Context` is passed through, from the caller to these functions. */
export interface Handler<Context> {
  handle: (method: string, params: Params, context: Context) => Promise<Result>
  /** Turns what `handle` throws into an answer for the client. */
  explain: (thrown: unknown, context: Context) => RpcFailure
}

/**
 * The handshake revisions of MCP, spoken by the SDK, for any number of clients at once: one `Server` on one transport,
 * which is made here. (The recipe of the SDK, a new server and transport for each request, is five times slower:
 * measured, 6,000 instead of 31,000 calls a second.) Only this file imports the SDK.
 *
 * Each request gets a number of our own, so that equal ids of two clients do not collide. Nothing of one request
 * reaches another: cancellations are never passed on, we send clients no requests, and no answer depends on
 * `initialize`.
 */
export function createProtocol<Context>({
  handle,
  explain,
}: Handler<Context>): (request: Request, context: Context) => Promise<Reply> {
  const waiting = new Map<number, { context: Context; done: (reply: Reply) => void }>()
  let last = 0
  let unread: Error | undefined
  const server = new Server(serverInfo, { capabilities, instructions })
  server.onerror = (error) => (unread = error)
  // The typed handlers of the SDK parse every argument and result with zod. The fallback handler takes them as they
  // are.
  server.fallbackRequestHandler = (request, { requestId }) => {
    const { context } = waiting.get(requestId as number) as { context: Context }
    return handle(request.method, request.params ?? {}, context).catch((thrown: unknown) => {
      const { message, ...rest } = explain(thrown, context)
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

  return async ({ method, params }, context) => {
    await ready
    // `_meta` and `task` ask for progress and background tasks, which we do not have. The call runs without them.
    const { _meta, task, ...rest } = params
    const message: JSONRPCRequest = { jsonrpc: '2.0', id: ++last, method, params: rest }
    if (method === 'initialize' && !InitializeRequestSchema.safeParse(message).success)
      throw new RpcError(
        rpcCodes.invalidParams,
        'initialize needs protocolVersion, capabilities and clientInfo.',
      )
    return new Promise((done, fail) => {
      waiting.set(message.id as number, { context, done })
      unread = undefined
      transport.onmessage?.(message)
      // When the SDK cannot read a message, it says so at once through `onerror`, and never answers.
      if (unread && waiting.delete(message.id as number)) fail(unread)
    })
  }
}

function toReply(message: JSONRPCMessage): Reply {
  if ('error' in message) return { error: message.error }
  const { result } = message as { result: unknown }
  return { result: result instanceof Result ? result.write() : JSON.stringify(result) }
}
