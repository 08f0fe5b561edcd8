import { open, unlink, type FileHandle } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bucket as GoogleBucket, File, FileMetadata } from '@google-cloud/storage'
import { request } from 'undici'
import type { BucketSettings } from '../config/storage.ts'
import { attachmentOf } from './attachment.ts'
import { modes } from './disk-files.ts'
import { isId, requireId, requirePlace } from './place.ts'
import type { Announced, Listing, Offered, Place, Storage, Stored, UploadGrant } from './storage.ts'

/** Milliseconds that Google may take for a call, with all its repetitions. */
const callMs = 30_000
/** Bytes in a second, at the slowest, of a file that is put or fetched. */
const slowest = 256 * 1024

/** Milliseconds that a file of this size may take to a bucket, or from there. */
export const transferMs = (size: number): number => callMs + Math.ceil((size / slowest) * 1000)

export interface BucketOptions {
  settings: BucketSettings
  /** Copies are made in this folder. */
  dataDir: string
  /** The time of the service. Google has a clock of its own, and links are made by the machine's. */
  clock: () => Date
}

/** A file that is there is never replaced. */
const onlyOnce = (contentType: string) => ({
  contentType,
  resumable: false,
  preconditionOpts: { ifGenerationMatch: 0 },
})

function unlessThere(error: { code?: unknown }): void {
  if (Number(error.code) !== 412) throw error
}

/** Files in a bucket of Google Cloud Storage, called `<organization>/<id>`. Links go to Google, signed by its version 4. */
export class Bucket implements Storage {
  readonly #bucket: GoogleBucket
  readonly #folder: string
  readonly #clock: () => Date

  private constructor(bucket: GoogleBucket, folder: string, clock: () => Date) {
    this.#bucket = bucket
    this.#folder = folder
    this.#clock = clock
  }

  /**
   * Signs by the key of GOOGLE_APPLICATION_CREDENTIALS, or asks Google to sign for the account of the machine. The client
   * library takes a quarter of a second to load, which services without a bucket need not wait for.
   */
  static async open({ settings, dataDir, clock }: BucketOptions): Promise<Bucket> {
    const { Storage: Client } = await import('@google-cloud/storage')
    const { name, emulator } = settings
    const client = new Client({
      ...(emulator !== undefined && { apiEndpoint: emulator, projectId: 'emulator' }),
      retryOptions: { maxRetries: 3, totalTimeout: callMs / 1000 },
    })
    const folder = join(dataDir, 'fetched-files')
    mkdirSync(folder, { recursive: true, mode: modes.folder })
    return new Bucket(client.bucket(name), folder, clock)
  }

  async grantUpload(place: Place, { size, contentType, expiresAt }: Announced): Promise<UploadGrant> {
    const conditions = {
      // Once something is there, nothing more is taken.
      'x-goog-if-generation-match': '0',
      'x-goog-content-length-range': `${size},${size}`,
    }
    const [url] = await this.#fileOf(place).getSignedUrl({
      version: 'v4',
      action: 'write',
      contentType,
      extensionHeaders: conditions,
      ...this.#period(expiresAt),
    })
    return { url, method: 'PUT', headers: { 'Content-Type': contentType, ...conditions } }
  }

  async grantDownload(place: Place, { name, contentType, expiresAt }: Offered): Promise<string> {
    const [url] = await this.#fileOf(place).getSignedUrl({
      version: 'v4',
      action: 'read',
      responseDisposition: attachmentOf(name),
      responseType: contentType,
      ...this.#period(expiresAt),
    })
    return url
  }

  /** The time that is left of ours, from now on by the machine's clock. */
  #period(expiresAt: Date): { accessibleAt: Date; expires: Date } {
    const now = new Date()
    const left = Math.max(1000, expiresAt.getTime() - this.#clock().getTime())
    return { accessibleAt: now, expires: new Date(now.getTime() + left) }
  }

  async find(place: Place): Promise<Stored | undefined> {
    const answer = await inTime(this.#fileOf(place).getMetadata().catch(ignoreMissing))
    return answer && storedOf(answer[0])
  }

  async open(place: Place, size: number): Promise<FileHandle | undefined> {
    const found = await this.find(place)
    if (found?.size !== size) return undefined
    const path = join(this.#folder, randomUUID())
    const handle = await open(path, 'wx+', modes.file)
    try {
      // Whoever has the descriptor has the file. It leaves nothing behind, however the process ends.
      await unlink(path)
      await this.#fetch(place, size, handle)
      return handle
    } catch (error) {
      await handle.close()
      return ignoreMissing(error as { code?: unknown })
    }
  }

  /**
   * Follows a link of our own, as readers do: the client library warns of a leak for each stream that it makes. The bytes come
   * as they were put, whatever somebody says about their encoding.
   */
  async #fetch(place: Place, size: number, handle: FileHandle): Promise<void> {
    const ms = transferMs(size)
    const expiresAt = new Date(this.#clock().getTime() + ms)
    const url = await this.grantDownload(place, {
      name: 'file',
      contentType: 'application/octet-stream',
      expiresAt,
    })
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(ms) })
    if (statusCode !== 200) {
      await body.dump()
      throw Object.assign(new Error(`A link to the bucket answered ${statusCode}.`), { code: statusCode })
    }
    let written = 0
    for await (const piece of body) {
      const bytes = piece as Buffer
      if (written + bytes.length > size) throw new Error('A file of the bucket is longer than it was.')
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, written)
      // A disk that is nearly full takes what it can.
      if (bytesWritten !== bytes.length) throw new Error('The disk took only a part of a file.')
      written += bytes.length
    }
    if (written !== size) throw new Error('A file of the bucket is shorter than it was.')
  }

  async put(place: Place, bytes: Uint8Array, contentType: string): Promise<void> {
    const saved = this.#fileOf(place).save(Buffer.from(bytes), onlyOnce(contentType))
    await inTime(saved.catch(unlessThere))
  }

  async putFrom(place: Place, bytes: Readable, size: number, contentType: string): Promise<void> {
    const sink = this.#fileOf(place).createWriteStream(onlyOnce(contentType))
    await pipeline(bytes, ofSize(size), sink).catch(unlessThere)
  }

  async remove(place: Place): Promise<void> {
    await inTime(this.#fileOf(place).delete({ ignoreNotFound: true }))
  }

  async removeOrganization(orgId: string): Promise<void> {
    requireId(orgId)
    let next: string | undefined
    do {
      const page = await this.#page(`${orgId}/`, next, 100)
      await Promise.all(page.files.map(({ place }) => this.remove(place)))
      next = page.next
    } while (next !== undefined)
  }

  list(after: string | undefined, limit: number): Promise<Listing> {
    return this.#page('', after, limit)
  }

  async #page(prefix: string, pageToken: string | undefined, maxResults: number): Promise<Listing> {
    const asked = { prefix, maxResults, autoPaginate: false, ...(pageToken !== undefined && { pageToken }) }
    const [files, query] = await inTime(this.#bucket.getFiles(asked))
    const next = (query as { pageToken?: string } | null)?.pageToken
    return { files: files.flatMap(({ metadata }) => storedOf(metadata) ?? []), next }
  }

  /** Google keeps nothing of half an upload. */
  sweep(): Promise<void> {
    return Promise.resolve()
  }

  #fileOf(place: Place): File {
    requirePlace(place)
    return this.#bucket.file(`${place.orgId}/${place.fileId}`)
  }
}

/** Passes on exactly so many bytes, or fails before the last one counts as sent. */
const ofSize = (size: number) =>
  async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let come = 0
    for await (const piece of bytes) {
      come += piece.length
      if (come > size) throw new Error('A file came with more bytes than were announced.')
      yield piece
    }
    if (come < size) throw new Error('A file came with fewer bytes than were announced.')
  }

/**
 * @returns undefined for what is no file of ours. One that was put as compressed counts as not there: Google would hand out
 *   other bytes than it stores.
 */
function storedOf({ name = '', size, timeCreated, contentEncoding }: FileMetadata): Stored | undefined {
  const [orgId, fileId, ...more] = name.split('/')
  if (!isId(orgId) || !isId(fileId) || more.length > 0 || contentEncoding) return undefined
  return { place: { orgId, fileId }, size: Number(size), storedAt: new Date(timeCreated ?? 0) }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(callMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`Google Cloud Storage did not answer in ${callMs / 1000} seconds.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}

/** @throws the error, unless it says that there is no such file */
function ignoreMissing(error: { code?: unknown }): undefined {
  if (Number(error.code) === 404) return undefined
  throw error
}
