import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf, peerAddress } from '../auth/addresses.ts'

/**
 * What one client may hold of the server, whether it has a credential or not.
 *
 * `perAddress` counts one IPv4 address or an IPv6 /64. It is generous, because a whole company can share one address.
 */
export const connectionLimits = {
  total: 10_000,
  perAddress: 512,
  /** From the first byte to the end of the headers. */
  headersMs: 5000,
  /** From the first byte to the end of the body. */
  requestMs: 10_000,
  /** How long a client may take nothing of its answer. */
  stalledMs: 10_000,
  /** Requests that a connection may send ahead, without having the answers of those before. */
  pipelined: 16,
  /** How long a connection may wait for its next request. */
  idleMs: 65_000,
}

/** The part of these limits that Node keeps by itself. */
export const serverOptions = {
  connectionsCheckingInterval: 1000,
  headersTimeout: connectionLimits.headersMs,
  requestTimeout: connectionLimits.requestMs,
  keepAliveTimeout: connectionLimits.idleMs,
}

/** Closes at once what an address opens beyond its share. Behind a proxy all connections come from that one address. */
export function limitConnections(server: Server, trustProxy: boolean): void {
  server.maxConnections = connectionLimits.total
  if (trustProxy) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = networksOf(peerAddress(socket)).address
    const count = open.get(address) ?? 0
    if (count >= connectionLimits.perAddress) return void socket.destroy()
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/**
 * Cuts connections whose client takes nothing of its answer. Node's timeout begins again whenever it could hand on a
 * byte, so it means that nothing has moved. It also runs out while we work on a call; then nothing waits to be taken.
 */
export function cutStalledReaders(server: Server): void {
  server.setTimeout(connectionLimits.stalledMs)
  server.on('request', (_request, response) =>
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    }),
  )
}

/**
 * Serves the requests of a connection one after the other, each in a later round of the event loop than the one before.
 * A client may send thousands of small requests in one packet, and Node hands them all over at once: nobody else would
 * get an answer until all of them have theirs. A connection that sends too many ahead is closed.
 */
export function oneAtATime(serve: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  const ahead = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const before = latest.get(socket)
    latest.set(socket, response)
    if (!before || before.closed) return serve(request, response)
    const count = (ahead.get(socket) ?? 0) + 1
    if (count > connectionLimits.pipelined) return void socket.destroy()
    ahead.set(socket, count)
    before.once('close', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      if (!socket.destroyed) setImmediate(serve, request, response)
    })
  }
}
