import { connect, type Socket } from 'node:net'
import type { TestServer } from './server.ts'

/** One answer, as it came over the connection. */
export interface PlainAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  text: string
  /** Parsed JSON, or undefined. */
  body: any
}

/**
 * Opens a connection to the server, for what no HTTP client sends.
 *
 * @param from the address of the client
 */
export function open({ running }: TestServer, from = '127.0.0.1'): Socket {
  const socket = connect({ port: running.port, host: '127.0.0.1', localAddress: from })
  // The server closes connections in these tests, sometimes while we write.
  socket.on('error', () => undefined)
  return socket
}

/** Sends these bytes over a new connection, and answers what comes back until the server closes it. */
export async function speak(server: TestServer, ...parts: string[]): Promise<PlainAnswer[]> {
  const socket = open(server)
  for (const part of parts) socket.write(part)
  return readAnswers(await readAll(socket))
}

/** All that the server sends until it closes the connection. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((done) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('close', () => done(text))
    socket.resume()
  })
}

/** Splits what came over a connection. What is no whole answer is an error. */
export function readAnswers(text: string): PlainAnswer[] {
  const answers: PlainAnswer[] = []
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.subarray(0, end).toString().split('\r\n')
    const headers = Object.fromEntries(
      lines.map((header) => {
        const [, name, value] = /^([^:]+): (.*)$/.exec(header) as unknown as [string, string, string]
        return [name.toLowerCase(), value]
      }),
    )
    const [, status] = /^HTTP\/1\.1 (\d{3}) \w/.exec(line) ?? []
    if (status === undefined) throw new Error(`this is no answer: ${line}`)
    const after = rest.subarray(end + 4)
    const { content, size } = headers['transfer-encoding']
      ? readChunks(after)
      : readLength(after, Number(headers['content-length']))
    answers.push({ status: Number(status), headers, text: content, body: parse(content) })
    rest = after.subarray(size)
  }
  return answers
}

function readLength(bytes: Buffer, size: number): { content: string; size: number } {
  if (!(bytes.length >= size)) throw new Error(`an answer of ${size} bytes has only ${bytes.length}`)
  return { content: bytes.subarray(0, size).toString(), size }
}

function readChunks(bytes: Buffer): { content: string; size: number } {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const start = bytes.indexOf('\r\n', at) + 2
    const length = start < 2 ? NaN : parseInt(bytes.subarray(at, start).toString(), 16)
    at = start + length + 2
    if (!(bytes.length >= at)) throw new Error('an answer ends in the middle of its chunks')
    if (length === 0) return { content: Buffer.concat(parts).toString(), size: at }
    parts.push(bytes.subarray(start, start + length))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
