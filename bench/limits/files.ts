import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const folder = join(process.env['DATA_DIR'] ?? '.', 'hand-written-files')

/** Stores a body under a name in the query: written to the disk and synced, then renamed, and its folder synced. */
export async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, randomUUID())
  await pipeline(request, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
  await rename(unfinished, pathOf(request))
  await sync(folder)
  response.writeHead(204).end()
}

/** Its new name is on the disk, too. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/** Answers such a body. */
export async function download(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request)
  const { size } = await stat(path)
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size })
  await pipeline(createReadStream(path), response)
}

const pathOf = ({ url = '' }: IncomingMessage): string => join(folder, url.slice(url.indexOf('=') + 1))
