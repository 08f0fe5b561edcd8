import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { Socket } from 'node:net'

/** The proxy of the operator did not do its work: nothing is known of the address that was asked for. */
export class ProxyFailed extends Error {}

/** The proxy works, and says that it did not get to the address. */
export class NotReached extends Error {
  readonly code = 'EHOSTUNREACH'
}

/** Answers of proxies when the other side is at fault: all else is about the proxy. */
const notReached = new Set([502, 503, 504])

/**
 * Opens a connection through a proxy (HTTP CONNECT).
 *
 * @param target host and port
 * @throws ProxyFailed, NotReached
 */
export function tunnel(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const { hostname, port, protocol, username, password } = proxy
  const credential = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const asked = (protocol === 'https:' ? secure : plain)({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: {
      host: target,
      ...(username && { 'proxy-authorization': `Basic ${credential.toString('base64')}` }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  })
  asked.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode >= 200 && statusCode < 300) return resolve(socket as Socket)
    socket.on('error', () => undefined).destroy()
    const message = `The proxy answered ${statusCode}.`
    reject(notReached.has(statusCode) ? new NotReached(message) : new ProxyFailed(message))
  })
  asked.once('response', (response) => {
    response.destroy()
    reject(new ProxyFailed('The proxy does not speak CONNECT.'))
  })
  asked.once('error', (cause) => reject(new ProxyFailed('The proxy did not answer.', { cause })))
  asked.end()
  return promise
}
