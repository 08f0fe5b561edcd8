import { request, type Agent, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { until } from '../support/wait.ts'

/** A further address of this machine, so that what one address does can be told from what another one does. */
export const elsewhere = process.platform === 'linux' ? '127.0.0.9' : '127.0.0.1'

let sources = 0

/** An address of this machine in a network that no other attack uses, so that none is refused for what others did. */
export function newSource(): string {
  return process.platform === 'linux' ? `127.1.${++sources}.7` : '127.0.0.1'
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address of this machine that the connection comes from. */
  from?: string
  agent?: Agent
  timeoutMs?: number
}

export interface Answer {
  /** 0: there was no answer; `text` then says why. */
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
}

/**
 * Sends one request and reads the whole answer. It does not fail: a server may refuse a body before it has arrived and
 * close the connection.
 */
export function send(url: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'POST', headers = {}, body, from, agent, timeoutMs = 60_000 } = sent
  const started = performance.now()
  return new Promise((done) => {
    const answer = (status: number, headers: IncomingHttpHeaders, text: string) =>
      done({ status, headers, text, ms: performance.now() - started })
    const asked = request(`${url}${path}`, {
      method,
      agent: agent ?? false,
      ...(from && { localAddress: from }),
      headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    asked.on('response', (response) => {
      const chunks: Buffer[] = []
      const finish = () =>
        answer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish)
      response.on('error', finish)
    })
    asked.on('error', (error: Error & { code?: string }) => answer(0, {}, error.code ?? error.message))
    asked.end(body)
  })
}

export interface RawConnection {
  socket: Socket
  /** All that has arrived. */
  received: () => string
  /** When the other side ended it, in milliseconds since it was opened; undefined while it is open. */
  endedMs: () => number | undefined
}

/** A connection on which anything can be sent. It fails for nothing but a refused connection. */
export async function open(url: string, from?: string): Promise<RawConnection> {
  const { hostname: host, port } = new URL(url)
  const started = performance.now()
  const socket = connect({ host, port: Number(port), ...(from && { localAddress: from }) })
  let text = ''
  let ended: number | undefined
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error'])
    socket.on(event, () => (ended ??= performance.now() - started))
  await new Promise<void>((done) => {
    socket.once('connect', done)
    socket.once('error', () => done())
  })
  return { socket, received: () => text, endedMs: () => ended }
}

/**
 * Sends text as it is, and answers what came back: one whole answer, or whatever came until the other side closed the
 * connection.
 */
export async function speak(url: string, text: string): Promise<string> {
  const { socket, received, endedMs } = await open(url)
  socket.write(text, 'latin1')
  await until('an answer, or the end of the connection', () => isWhole(received()) || endedMs() !== undefined)
  socket.destroy()
  return received()
}

function isWhole(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n', 2)
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  return body !== undefined && length !== undefined && body.length >= Number(length)
}

/** The value below which this part of the values is: 0.5 is the median. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
