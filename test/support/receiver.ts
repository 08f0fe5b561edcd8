import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import type { components } from '../../src/generated/contract.ts'
import { localhostCertificate } from './certificates.ts'
import { checkBody } from './contract.ts'
import { until } from './wait.ts'

export type Body = Omit<components['schemas']['FeedEvent'], 'cursor'>

/** A request that a receiver got. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Body
}

type Answer = (response: ServerResponse, received: Received) => void

/** Real receivers of webhooks at https://localhost. The server must trust `caFile` (`OUTBOUND_TEST_CA_FILE`). */
export class Receiver {
  readonly #certificate = localhostCertificate()
  readonly #folder = mkdtempSync(join(tmpdir(), 'rollcall-receiver-'))
  readonly #answers = new Map<string, Answer>()
  readonly caFile = join(this.#folder, 'ca.pem')
  readonly received: Received[] = []
  readonly #server = createServer(this.#certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const received = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) as Body }
      this.received.push(received)
      const answer = this.#answers.get(received.path)
      if (answer) answer(response, received)
      else response.writeHead(204).end()
    })
  })

  constructor() {
    writeFileSync(this.caFile, this.#certificate.cert)
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    rmSync(this.#folder, { recursive: true, force: true })
    await once(this.#server, 'close')
  }

  /** The address of a path, which answers 204 unless `answer` says otherwise. */
  url(path: string): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** From now on, a path has this answer; undefined: 204. */
  answer(path: string, answer: Answer | undefined): string {
    if (answer) this.#answers.set(path, answer)
    else this.#answers.delete(path)
    return this.url(path)
  }

  /** What came to a path. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  /** Waits until so many requests have come to a path. */
  async wait(path: string, count: number): Promise<Received[]> {
    return until(`${count} requests at ${path}`, () => {
      const came = this.at(path)
      return came.length >= count && came
    })
  }
}

/** Verifies a delivery as receivers do, with the official library, and its body against the document. */
export function verify({ headers, text, body }: Received, secret: string): void {
  new Webhook(secret).verify(text, headers as Record<string, string>)
  checkBody(body.type, body)
}
