import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What the front does with a request. `pass`: the service answers. `lose`: the service gets the request, but its answer
 * is lost. `cut`: the connection is closed before. `silent`: nothing is ever answered. Or an answer that is not the
 * service's.
 */
export type Step =
  'pass' | 'lose' | 'cut' | 'silent' | { status: number; headers?: Record<string, string>; body: string }

/** A proxy in front of the service, on which things go wrong as the test says. */
export class Front {
  /** What is done with the next requests; with all further ones `pass`. */
  steps: Step[] = []
  /** The requests that came. */
  readonly requests: { headers: IncomingMessage['headers']; body: string; at: number }[] = []
  #server = createServer((request, response) => void this.#serve(request, response))
  #target: () => string

  /** @param target the address of the service */
  constructor(target: () => string) {
    this.#target = target
  }

  get baseUrl(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0), 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Forgets the requests, and does this with the next ones. */
  plan(...steps: Step[]): void {
    this.steps = steps
    this.requests.length = 0
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    this.requests.push({ headers: request.headers, body, at: performance.now() })
    const step = this.steps.shift() ?? 'pass'
    if (step === 'silent') return
    if (step === 'cut') return void request.socket.destroy()
    if (typeof step === 'object') return void response.writeHead(step.status, step.headers).end(step.body)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const answer = await fetch(`${this.#target()}${request.url}`, {
      method: request.method!,
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      body,
    })
    const text = await answer.text()
    if (step === 'lose') return void request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
  }
}

/** A front for each test of the `describe`. */
export function useFront(target: () => string): Front {
  const front = new Front(target)
  before(() => front.start())
  beforeEach(() => front.plan())
  after(() => front.stop())
  return front
}
