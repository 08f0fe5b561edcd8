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

/** Opens a connection to the server, for what no HTTP client sends. */
export function open({ running }: TestServer): Socket {
  const socket = connect(running.port, '127.0.0.1')
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
  })
}

/** Splits what came over a connection. Every answer must have its length. */
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
    const length = Number(headers['content-length'])
    if (end < 0 || status === undefined || !Number.isInteger(length))
      throw new Error(`this is no answer with a length: ${rest.toString()}`)
    const content = rest.subarray(end + 4, end + 4 + length).toString()
    answers.push({ status: Number(status), headers, text: content, body: parse(content) })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
