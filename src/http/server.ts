import { createServer, type RequestListener, type Server } from 'node:http'
import { ConfigError, type Config } from '../config.ts'

/**
 * Opens the port.
 *
 * @throws ConfigError when the address cannot be used, saying which setting to change
 */
export async function listen(config: Pick<Config, 'port' | 'host'>, serve: RequestListener): Promise<Server> {
  const server = createServer(
    {
      connectionsCheckingInterval: 1000,
      headersTimeout: 5000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
    },
    serve,
  )
  server.maxConnections = 10_000
  const { port, host } = config
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  }).catch((error: unknown) => {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new ConfigError(`PORT ${port} is in use on ${host}. Stop what runs there, or set another PORT.`)
    if (code === 'EACCES')
      throw new ConfigError(`PORT ${port} may not be used by this user. Set PORT to 1024 or more.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(`HOST ${host} is no address of this machine.`)
    throw error
  })
  return server
}

/**
 * Closes the server. Requests under way get their answer, and each connection is closed after it.
 *
 * @param hurry aborts when there is no time left: all connections are then cut
 */
export async function close(server: Server, hurry: AbortSignal): Promise<void> {
  const closed = new Promise((done) => server.close(done))
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = () => server.closeAllConnections()
  if (hurry.aborted) cut()
  hurry.addEventListener('abort', cut, { once: true })
  await closed
  clearInterval(idle)
}
