import { constants } from 'node:fs'
import { open, readdir, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { SecretKeys } from '../secrets/secret-key.ts'
import { ignoreMissing, Unfinished } from './disk-files.ts'
import { FileLinks } from './file-links.ts'
import { FileSink } from './file-sink.ts'
import { isId, requireId, requirePlace } from './place.ts'
import type { Announced, Listing, Offered, Place, Storage, Stored, UploadGrant } from './storage.ts'
import { Turns } from './turns.ts'

/** Addresses of the service's own links. */
export const filePaths = { upload: '/files/upload', download: '/files/download' } as const

/** The header of the size, which a browser lets its page set; it does not let it set `Content-Length`. */
export const lengthHeader = 'Upload-Length'

/** Milliseconds after which nobody writes an unfinished file any more: a link to put one is good for 15 minutes. */
const unfinishedMs = 3_600_000

/** Files in flight: their folder is no organization's. */
const unfinishedFolder = '.unfinished'

export interface DiskOptions {
  dataDir: string
  secrets: SecretKeys
  /** The public address, without a trailing slash. */
  baseUrl: () => string
}

/**
 * Files below `DATA_DIR/files`: `<organization>/<last two characters of the id>/<id>`. Ids end with random characters, so no
 * folder has very many files. Their links are those of the service itself (`src/http/files.ts`).
 */
export class Disk implements Storage {
  readonly links: FileLinks
  readonly #folder: string
  readonly #baseUrl: () => string
  readonly #turns = new Turns(4)

  /** All processes must have the same folder: a file comes through one, and is read through another. */
  constructor({ dataDir, secrets, baseUrl }: DiskOptions) {
    this.links = new FileLinks(secrets)
    this.#folder = join(dataDir, 'files')
    this.#baseUrl = baseUrl
  }

  async grantUpload(place: Place, file: Announced): Promise<UploadGrant> {
    requirePlace(place)
    return {
      url: `${this.#baseUrl()}${filePaths.upload}?token=${this.links.sealUpload(place, file)}`,
      method: 'PUT',
      headers: { 'Content-Type': file.contentType, [lengthHeader]: String(file.size) },
    }
  }

  async grantDownload(place: Place, file: Offered): Promise<string> {
    requirePlace(place)
    return `${this.#baseUrl()}${filePaths.download}?token=${this.links.sealDownload(place, file)}`
  }

  async find(place: Place): Promise<Stored | undefined> {
    const found = await stat(this.#pathOf(place)).catch(ignoreMissing)
    return found && { place, size: found.size, storedAt: found.mtime }
  }

  async open(place: Place, size: number): Promise<FileHandle | undefined> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW
    const handle = await open(this.#pathOf(place), flags).catch(ignoreMissing)
    if (!handle || (await handle.stat()).size === size) return handle
    await handle.close()
    return undefined
  }

  async put(place: Place, bytes: Uint8Array): Promise<void> {
    await this.receive(place, bytes.length, async (sink) => {
      sink.end(bytes)
      await finished(sink)
    })
  }

  async putFrom(place: Place, bytes: Readable, size: number): Promise<void> {
    await this.receive(place, size, (sink) => pipeline(bytes, sink))
  }

  /**
   * Stores what is written to a stream, which takes no more than the disk does.
   *
   * @param fill resolves when it has ended the stream, and the stream has finished
   * @returns false when there is such a file already
   * @throws Error when other than `size` bytes come, and what `fill` or the disk throws. Nothing is left then
   */
  async receive(place: Place, size: number, fill: (sink: Writable) => Promise<void>): Promise<boolean> {
    const path = this.#pathOf(place)
    const file = await Unfinished.create(join(this.#folder, unfinishedFolder))
    try {
      const sink = new FileSink(file.handle, size, this.#turns)
      await fill(sink)
      if (sink.written !== size) throw new Error('A file came with fewer bytes than were announced.')
      return await this.#turns.take(() => file.finish(path))
    } finally {
      await file.drop()
    }
  }

  /** Reads a piece of an open file. */
  read(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
    return this.#turns.take(async () => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    })
  }

  async remove(place: Place): Promise<void> {
    await unlink(this.#pathOf(place)).catch(ignoreMissing)
  }

  async removeOrganization(orgId: string): Promise<void> {
    requireId(orgId)
    await rm(join(this.#folder, orgId), { recursive: true, force: true, maxRetries: 3 })
  }

  async list(after: string | undefined, limit: number): Promise<Listing> {
    const [afterOrg = '', afterFolder = '', afterFile = ''] = (after ?? '').split('/')
    const files: Stored[] = []
    for (const orgId of await namesIn(this.#folder, afterOrg)) {
      if (!isId(orgId)) continue
      const same = orgId === afterOrg
      for (const folder of await namesIn(join(this.#folder, orgId), same ? afterFolder : '')) {
        const begin = same && folder === afterFolder ? afterFile : ''
        for (const fileId of await namesIn(join(this.#folder, orgId, folder), begin)) {
          if (fileId === begin || !isId(fileId)) continue
          const found = await this.find({ orgId, fileId })
          if (found) files.push(found)
          if (files.length >= limit) return { files, next: `${orgId}/${folder}/${fileId}` }
        }
      }
    }
    return { files, next: undefined }
  }

  async sweep(): Promise<void> {
    const folder = join(this.#folder, unfinishedFolder)
    for (const name of await namesIn(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(ignoreMissing)
      if (found && Date.now() - found.mtimeMs > unfinishedMs) await unlink(path).catch(ignoreMissing)
    }
  }

  #pathOf(place: Place): string {
    requirePlace(place)
    const { orgId, fileId } = place
    return join(this.#folder, orgId, fileId.slice(-2), fileId)
  }
}

/** The names in a folder from this one on, in order; none when it has gone. */
async function namesIn(folder: string, from = ''): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  return names.filter((name) => name >= from).sort()
}
