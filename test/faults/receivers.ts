import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { localhostCertificate } from '../support/certificates.ts'

export const endpoints = 10
/** The endpoint that hangs until it is told to answer, and the one that answers byte by byte. All others fail a third. */
export const [hanging, trickling] = [0, 1]
/** An event is refused at most so many times by one endpoint: more attempts than these are not the subject here. */
const mostFailures = 4
const millisecondsPerByte = 3
/** Milliseconds that an answer is held at most: a sender gives up after 15 seconds, and a busy machine is late. */
const holdMs = 4000

/** The events that one endpoint has accepted: how many times each. */
export type Accepted = Map<string, number>

/** Ten receivers with the faults of this test, in one server. They verify each request and remember what they accepted. */
export class Receivers {
  readonly accepted: Accepted[] = Array.from({ length: endpoints }, () => new Map<string, number>())
  /** What is wrong with requests: there must be nothing. */
  readonly wrong: string[] = []
  requests = 0
  /** Tells that nothing fails from now on. */
  refusesNothing = false
  failures = 0
  readonly #certificate = localhostCertificate()
  readonly #folder = mkdtempSync(join(tmpdir(), 'rollcall-faults-'))
  readonly #hung = new Set<Socket>()
  readonly #refused = new Map<string, number>()
  readonly #bodies = new Map<string, string>()
  readonly #secrets: string[] = []
  #hangs = true
  /** Answers that wait; undefined while none does. */
  #held: (() => void)[] | undefined
  readonly caFile = join(this.#folder, 'ca.pem')
  readonly #server = createServer(this.#certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => this.#take(request, response, Buffer.concat(chunks).toString()))
  })

  async start(): Promise<void> {
    writeFileSync(this.caFile, this.#certificate.cert)
    this.#server.on('tlsClientError', () => undefined)
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  url(endpoint: number): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}/${endpoint}`
  }

  /** The secret by which an endpoint verifies. */
  setSecret(endpoint: number, secret: string): void {
    this.#secrets[endpoint] = secret
  }

  get isHanging(): boolean {
    return this.#hangs
  }

  /** From now on the hanging endpoint answers. */
  wake(): void {
    this.#hangs = false
    for (const socket of this.#hung) socket.destroy()
  }

  /** From now on each answer waits, until the function that this gives is called; no longer than a sender does. */
  hold(): () => void {
    this.#held = []
    return () => {
      const held = this.#held ?? []
      this.#held = undefined
      for (const answer of held) answer()
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    rmSync(this.#folder, { recursive: true, force: true })
    await once(this.#server, 'close')
  }

  #take(request: IncomingMessage, response: ServerResponse, text: string): void {
    this.requests++
    const endpoint = Number(request.url!.slice(1))
    const id = request.headers['webhook-id'] as string
    this.#check(endpoint, id, request, text)
    if (endpoint === hanging && this.#hangs) return void this.#hung.add(request.socket)
    if (endpoint > trickling && this.#refuses(endpoint, id)) return this.#fail(response)
    // Counted before it is answered: what was accepted stays accepted when the answer is lost.
    const accepted = this.accepted[endpoint]!
    accepted.set(id, (accepted.get(id) ?? 0) + 1)
    const answer = () => {
      if (endpoint === trickling) void trickle(request.socket)
      else response.writeHead(204).end()
    }
    if (this.#held) this.#keep(this.#held, answer)
    else answer()
  }

  #keep(held: (() => void)[], answer: () => void): void {
    let isSent = false
    const once = () => {
      if (!isSent) answer()
      isSent = true
    }
    held.push(once)
    setTimeout(once, holdMs)
  }

  #check(endpoint: number, id: string, { headers }: IncomingMessage, text: string): void {
    try {
      new Webhook(this.#secrets[endpoint]!).verify(text, headers as Record<string, string>)
    } catch (error) {
      this.wrong.push(`${id} at ${endpoint}: ${String(error)}`)
    }
    if ((JSON.parse(text) as { id: string }).id !== id) this.wrong.push(`${id} at ${endpoint}: another id`)
    const known = this.#bodies.get(id)
    if (known === undefined) this.#bodies.set(id, text)
    else if (known !== text) this.wrong.push(`${id} at ${endpoint}: another body`)
  }

  /** A third of all requests, whatever the event. */
  #refuses(endpoint: number, id: string): boolean {
    const key = `${endpoint} ${id}`
    const before = this.#refused.get(key) ?? 0
    if (this.refusesNothing || this.requests % 3 > 0 || before >= mostFailures) return false
    this.#refused.set(key, before + 1)
    return true
  }

  #fail(response: ServerResponse): void {
    this.failures++
    if (this.failures % 2 === 0) response.destroy()
    else response.writeHead(503).end()
  }
}

async function trickle(socket: Socket): Promise<void> {
  for (const byte of 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n') {
    if (socket.destroyed) return
    socket.write(byte)
    await new Promise((done) => setTimeout(done, millisecondsPerByte))
  }
  socket.end()
}
