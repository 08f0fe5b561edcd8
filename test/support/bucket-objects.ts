import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CRC32C } from '@google-cloud/storage'
import type { Keeper } from './google-storage.ts'

interface Kept {
  bytes: Buffer
  contentType: string
  contentEncoding: string | undefined
  createdAt: Date
}

/** Objects in memory, by `/<bucket>/<name>`: the part of Google's JSON and XML API that the client library calls for us. */
export class Bucket implements Keeper {
  readonly #objects = new Map<string, Kept>()

  exists(path: string): Promise<boolean> {
    return Promise.resolve(this.#objects.has(path))
  }

  answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const url = new URL(request.url!, 'http://localhost')
    const json = /^\/(upload\/)?(?:download\/)?storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname)
    if (!json) this.#xml(url, request, response, body)
    else if (json[1])
      this.#insert(`/${json[2]}/${url.searchParams.get('name')}`, url, request, response, body)
    else if (json[3] === undefined) this.#list(`/${json[2]}/`, url, response)
    else this.#json(`/${json[2]}/${decodeURIComponent(json[3])}`, url, request, response)
    return Promise.resolve()
  }

  #xml(
    { pathname, searchParams }: URL,
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
  ): void {
    const { method, headers } = request
    if (method === 'PUT') {
      const contentType = headers['content-type'] ?? 'application/octet-stream'
      this.#objects.set(pathname, {
        bytes,
        contentType,
        contentEncoding: headers['content-encoding'],
        createdAt: new Date(),
      })
      return void response.writeHead(200).end()
    }
    const kept = this.#objects.get(pathname)
    if (!kept) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, {
      'Content-Type': searchParams.get('response-content-type') ?? kept.contentType,
      'Content-Disposition': searchParams.get('response-content-disposition') ?? '',
      'Content-Length': kept.bytes.length,
    })
    response.end(kept.bytes)
  }

  #insert(name: string, url: URL, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (url.searchParams.get('ifGenerationMatch') === '0' && this.#objects.has(name))
      return sendJson(response, 412, { error: { code: 412, message: 'conditionNotMet' } })
    const [, boundary = ''] = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '') ?? []
    // Two parts: the facts as JSON, and the bytes.
    const second = body.indexOf(`--${boundary}`, boundary.length)
    const start = body.indexOf('\r\n\r\n', second) + 4
    const bytes = body.subarray(start, body.lastIndexOf(`\r\n--${boundary}--`))
    const [, contentType = ''] = /Content-Type: (.*)\r\n/i.exec(body.subarray(second, start).toString()) ?? []
    this.#objects.set(name, { bytes, contentType, contentEncoding: undefined, createdAt: new Date() })
    sendJson(response, 200, this.#factsOf(name))
  }

  #json(name: string, { searchParams }: URL, { method }: IncomingMessage, response: ServerResponse): void {
    const kept = this.#objects.get(name)
    if (!kept) return sendJson(response, 404, { error: { code: 404, message: 'No such object' } })
    if (method === 'DELETE') {
      this.#objects.delete(name)
      return void response.writeHead(204).end()
    }
    if (searchParams.get('alt') !== 'media') return sendJson(response, 200, this.#factsOf(name))
    response.writeHead(200, {
      'Content-Type': kept.contentType,
      'Content-Length': kept.bytes.length,
      'X-Goog-Hash': `crc32c=${crcOf(kept.bytes)}`,
    })
    response.end(kept.bytes)
  }

  #list(bucket: string, { searchParams }: URL, response: ServerResponse): void {
    const prefix = bucket + (searchParams.get('prefix') ?? '')
    const after = bucket + (searchParams.get('pageToken') ?? '')
    const limit = Number(searchParams.get('maxResults') ?? 1000)
    const names = [...this.#objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const page = names.slice(0, limit)
    sendJson(response, 200, {
      kind: 'storage#objects',
      items: page.map((name) => this.#factsOf(name)),
      ...(names.length > limit && { nextPageToken: page.at(-1)!.slice(bucket.length) }),
    })
  }

  #factsOf(path: string): object {
    const { bytes, contentType, contentEncoding, createdAt } = this.#objects.get(path)!
    const [, bucket, ...name] = path.split('/')
    return {
      kind: 'storage#object',
      bucket,
      name: name.join('/'),
      generation: '1',
      size: String(bytes.length),
      contentType,
      contentEncoding,
      timeCreated: createdAt.toISOString(),
      md5Hash: createHash('md5').update(bytes).digest('base64'),
      crc32c: crcOf(bytes),
    }
  }
}

function crcOf(bytes: Buffer): string {
  const crc = new CRC32C()
  crc.update(bytes)
  return crc.toString()
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}
