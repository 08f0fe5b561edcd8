import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Place, UploadGrant } from '../../src/storage/storage.ts'

/** What came back for a request. */
export interface FileAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** Parsed JSON, or undefined. */
  body: any
}

export interface FileRequest {
  method?: string
  headers?: Record<string, string>
  /** Sent piece by piece. */
  body?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Sends a request exactly so: no header is added but `Host`, and what `Content-Length` says need not be true. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body = [] }: FileRequest = {},
): Promise<FileAnswer> {
  // Not the path of a `URL`, which leaves out what leads upwards.
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/.exec(url) ?? []
  const { hostname, port } = new URL(origin)
  const outgoing = request({ hostname, port, path, method, headers, agent: false })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  // Who is refused may be cut off in the middle of the body.
  answered.catch(() => undefined)
  outgoing.on('error', () => undefined)
  for await (const piece of body) {
    if (outgoing.destroyed) break
    if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), answered]).catch(() => undefined)
  }
  outgoing.end()
  const [answer] = await answered
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  return { status: answer.statusCode!, headers: answer.headers, bytes, body: parse(bytes.toString()) }
}

/** Puts bytes as a grant says. `Content-Length` is theirs. */
export const putBy = (
  { url, method, headers }: UploadGrant,
  bytes: Uint8Array,
  changes: { url?: string; method?: string; headers?: Record<string, string> } = {},
): Promise<FileAnswer> =>
  send(changes.url ?? url, {
    method: changes.method ?? method,
    headers: { 'Content-Length': String(bytes.length), ...headers, ...changes.headers },
    body: [bytes],
  })

/** A place where nothing is yet. */
export const newPlace = (orgId: string = randomUUIDv7()): Place => ({ orgId, fileId: randomUUIDv7() })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
