import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf, peerAddress } from '../auth/addresses.ts'

/**
 * Limits on the connections of one client, whether it has a credential or not.
 *
 * `perAddress` counts one IPv4 address or an IPv6 /64. It is generous, because a whole company can share one address.
 * `perNetwork` counts an IPv4 /24 or an IPv6 /48, of which one customer may have all: without it, one of them could open
 * all connections that there may be.
 */
export const connectionLimits = {
  total: 10_000,
  perAddress: 512,
  perNetwork: 2048,
  /** From the first byte to the end of the headers. */
  headersMs: 5000,
  /** From the first byte to the end of the body. */
  requestMs: 10_000,
  /** Milliseconds that a client may take nothing of its answer. */
  stalledMs: 10_000,
  /** Milliseconds that a client has to take its answer, and as much longer as that takes at the slowest. */
  answerMs: 30_000,
  /** Bytes in a second: 64 kbit, which a mobile connection has when its volume is used up. */
  slowest: 8 * 1024,
  /** Requests that a connection may send ahead, without having the answers of those before. */
  pipelined: 16,
  /** Characters that the headers of these may have together; each may have 16 KiB, and all wait in memory. */
  pipelinedHeaders: 32 * 1024,
  /** Milliseconds that a connection may wait for its next request. */
  idleMs: 65_000,
}

/** The part of these limits that Node keeps by itself. */
export const serverOptions = {
  connectionsCheckingInterval: 1000,
  headersTimeout: connectionLimits.headersMs,
  requestTimeout: connectionLimits.requestMs,
  keepAliveTimeout: connectionLimits.idleMs,
}

/**
 * Closes at once what an address or its network opens beyond its share. Behind a proxy all connections come from that one
 * address.
 */
export function limitConnections(server: Server, trustProxy: boolean): void {
  server.maxConnections = connectionLimits.total
  if (trustProxy) return
  /** By address and by network. There is an entry only for what has an open connection. */
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { perAddress, perNetwork } = connectionLimits
    const { address, network } = networksOf(peerAddress(socket))
    const shares = [`address ${address}`, `network ${network}`] as const
    const counts = shares.map((share) => open.get(share) ?? 0) as [number, number]
    if (counts[0] >= perAddress || counts[1] >= perNetwork) return void socket.destroy()
    shares.forEach((share, index) => open.set(share, counts[index]! + 1))
    socket.once('close', () => {
      for (const share of shares) {
        const left = (open.get(share) ?? 1) - 1
        if (left > 0) open.set(share, left)
        else open.delete(share)
      }
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
 * Cuts a connection whose client takes its answer more slowly than any network is. It takes a little now and then, so its
 * connection is never stalled, and it could keep the answer in memory for hours. Call it when the answer was handed over.
 *
 * What is counted is what the system has been given so far, and all that waits: a long answer comes in pieces, the next
 * one when the one before is taken.
 */
export function cutSlowReader(response: ServerResponse): void {
  // The system has taken all of it: nearly every answer.
  if (response.writableFinished || response.closed) return
  const { answerMs, slowest } = connectionLimits
  const { socket } = response.req
  const begun = performance.now()
  const before = socket.bytesWritten - socket.writableLength
  const msLeft = () =>
    answerMs + ((socket.bytesWritten - before) / slowest) * 1000 - (performance.now() - begun)
  const look = () => {
    const left = msLeft()
    if (left <= 0 && socket.writableLength > 0) return void socket.destroy()
    // If nothing waits, it waits for us.
    timer = setTimeout(look, left > 0 ? left : answerMs).unref()
  }
  let timer = setTimeout(look, msLeft()).unref()
  response.once('close', () => clearTimeout(timer))
}

/**
 * Serves the requests of a connection one after the other, each in a later round of the event loop than the one before.
 * A client may send thousands of small requests in one packet, and Node hands them all over at once: nobody else would
 * get an answer until all of them have theirs. A connection that sends too many ahead is closed.
 */
export function oneAtATime(serve: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  const ahead = new WeakMap<Socket, { requests: number; headers: number }>()
  return (request, response) => {
    const { socket } = request
    // About as many parts of the service wait for the end of an answer as Node takes for a mistake.
    response.setMaxListeners(20)
    const before = latest.get(socket)
    latest.set(socket, response)
    if (!before || before.closed) return serve(request, response)
    const waiting = ahead.get(socket) ?? { requests: 0, headers: 0 }
    const length = lengthOf(request)
    waiting.requests++
    waiting.headers += length
    const { pipelined, pipelinedHeaders } = connectionLimits
    if (waiting.requests > pipelined || waiting.headers > pipelinedHeaders) return void socket.destroy()
    ahead.set(socket, waiting)
    before.once('close', () => {
      waiting.requests--
      waiting.headers -= length
      if (!socket.destroyed) setImmediate(serve, request, response)
    })
  }
}

const lengthOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length)
