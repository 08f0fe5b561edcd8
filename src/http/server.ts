import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { ConfigError } from '../config/error.ts'
import { cutStalledReaders, limitConnections, serverOptions } from './connections.ts'
import { answerRefusals, type Refusals } from './protocol.ts'

export interface ListenOptions {
  port: number
  host: string
  /** Names of the two settings, for errors. */
  settings: { port: string; host: string }
  trustProxy: boolean
  refusals: Refusals
}

/**
 * Opens a port.
 *
 * @throws ConfigError when the address cannot be used, saying which setting to change
 */
export async function listen(options: ListenOptions, serve: RequestListener): Promise<Server> {
  const { port, host, settings } = options
  // `serve` refuses a missing Host, as it does several.
  const server = createServer({ ...serverOptions, requireHostHeader: false }, serve)
  limitConnections(server, options.trustProxy)
  cutStalledReaders(server)
  answerRefusals(server, options.refusals)
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  }).catch((error: unknown) => {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `${settings.port} ${port} is in use on ${host}. Stop what runs there, or set another ${settings.port}.`,
      )
    if (code === 'EACCES')
      throw new ConfigError(
        `${settings.port} ${port} may not be used by this user. Set ${settings.port} to 1024 or more.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(`${settings.host} ${host} is no address of this machine.`)
    throw error
  })
  return server
}

/** Milliseconds that the last connections have, at most, before the port closes. */
const lastConnectionsMs = 100

/** Milliseconds of a round of the event loop in which nothing was done. */
const emptyRoundMs = 1

/**
 * Accepts the connections that the kernel holds for the port: closing it resets them, and a proxy may not send their calls
 * a second time. Requests wait meanwhile, so that no work comes between the last look and the close of the port: those that Node
 * reads in `lastConnectionsMs`. Whoever sent too many ahead is refused when they are served.
 *
 * @returns what serves the requests that waited
 */
async function acceptLastConnections(server: Server): Promise<() => void> {
  const serve = server.listeners('request') as RequestListener[]
  const waiting: Parameters<RequestListener>[] = []
  let accepted = 0
  const count = () => accepted++
  server
    .removeAllListeners('request')
    .on('request', (...call: Parameters<RequestListener>) => waiting.push(call))
  server.on('connection', count)
  // The round that is under way may have looked at the port already.
  await nextRound()
  const begun = performance.now()
  let now = begun
  let isEmpty = false
  while (!isEmpty && now - begun < lastConnectionsMs) {
    const [before, since] = [accepted, now]
    await nextRound()
    now = performance.now()
    isEmpty = accepted === before && now - since < emptyRoundMs
  }
  server.off('connection', count)
  return () => {
    server.removeAllListeners('request')
    for (const listener of serve) server.on('request', listener)
    for (const call of waiting) server.emit('request', ...call)
  }
}

/**
 * Closes the server. Requests under way get their answer, and each connection is closed after it.
 *
 * @param hurry aborts when there is no time left: all connections are then cut
 * @param idleMs how long connections without a request are left open. Their next answer says that it is their last.
 */
export async function close(server: Server, hurry: AbortSignal, idleMs = 0): Promise<void> {
  const closed = once(server, 'close')
  const serveWaiting = await acceptLastConnections(server)
  // The `close` of an HTTP server closes idle connections at once.
  TcpServer.prototype.close.call(server)
  serveWaiting()
  const begun = performance.now()
  const closeIdle = () => {
    if (performance.now() - begun >= idleMs) server.closeIdleConnections()
  }
  closeIdle()
  const idle = setInterval(closeIdle, 50)
  const cut = () => server.closeAllConnections()
  if (hurry.aborted) cut()
  hurry.addEventListener('abort', cut, { once: true })
  await closed
  clearInterval(idle)
  // Ends its timers, too.
  server.close()
}
