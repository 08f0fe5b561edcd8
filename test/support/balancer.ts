import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'

/**
 * A proxy in front of several processes, which takes them in turn. It does what nginx does as docs/production.md sets it
 * up: it keeps connections, idle ones for less than three seconds, and asks the next process only where a connection was
 * refused. A call that was sent and got no answer may have had its effect, so it is lost: 502.
 */
export class Balancer {
  /** The addresses of the processes. */
  readonly targets: string[]
  #server = createServer((request, response) => void this.#serve(request, response))
  // A process that is kept busy ends them late, and may be so by more than two seconds. Of times above one second undici keeps its
  // own account, which falls behind, too.
  #agent = new Agent({ keepAliveTimeout: 200, keepAliveMaxTimeout: 200, keepAliveTimeoutThreshold: 0 })
  #turn = 0

  constructor(targets: string[]) {
    this.targets = targets
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.#agent.destroy()
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))
    const { host: _host, connection: _connection, ...headers } = incoming.headers
    const first = this.#turn++
    let problem = ''
    for (const [index] of this.targets.entries()) {
      const target = this.targets[(first + index) % this.targets.length]!
      try {
        const answer = await request(`${target}${incoming.url}`, {
          dispatcher: this.#agent,
          method: incoming.method as 'POST',
          headers: { ...(headers as Record<string, string>), 'x-forwarded-for': '192.0.2.1' },
          body: body.length > 0 ? body : null,
        })
        const text = Buffer.from(await answer.body.arrayBuffer())
        const { connection: _own, 'transfer-encoding': _coding, ...kept } = answer.headers
        return void outgoing.writeHead(answer.statusCode, kept as Record<string, string>).end(text)
      } catch (error) {
        problem = (error as { code?: string }).code ?? String(error)
        if (problem !== 'ECONNREFUSED') break
      }
    }
    outgoing.writeHead(502).end(problem)
  }
}
