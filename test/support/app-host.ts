import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localhostCertificate } from './certificates.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The https host of apps that publish who they are. The server must trust `caFile` (`OUTBOUND_TEST_CA_FILE`). */
export class AppHost {
  readonly #certificate = localhostCertificate()
  readonly #folder = mkdtempSync(join(tmpdir(), 'rollcall-app-host-'))
  readonly #answers = new Map<string, Answer>()
  readonly caFile = join(this.#folder, 'ca.pem')
  readonly #server = createServer(this.#certificate, (request, response) => {
    this.requests.push(request.url!)
    const answer = this.#answers.get(request.url!)
    if (this.isDown || !answer) return void response.writeHead(this.isDown ? 503 : 404).end()
    answer(request, response)
  })
  /** The paths that were asked for. */
  readonly requests: string[] = []
  /** Whether it answers nothing but 503. */
  isDown = false

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

  /** The address of a path. */
  url(path: string): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** From now on, a path has this answer. */
  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer)
    return this.url(path)
  }

  /**
   * Publishes the document of an app.
   *
   * @returns its client id
   */
  publish(path: string, document: Record<string, unknown> = {}): string {
    const client_id = this.url(path)
    const text = JSON.stringify({
      client_id,
      client_name: 'Claude',
      redirect_uris: ['http://localhost:53682/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...document,
    })
    return this.answer(path, (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=30' })
        .end(text),
    )
  }
}
