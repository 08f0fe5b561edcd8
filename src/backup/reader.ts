import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { OperatorError } from '../operator/errors.ts'
import { endOfRows, readSeal, sealBytes, type Header, type Kind } from './format.ts'
import { parseHeader } from './lines.ts'

/** A file that was read to its end and is as it was written. */
export interface Checked {
  path: string
  header: Header
  /** Of its bytes, in hex: names the backup. */
  sha256: string
  /** Opens it again, before its first line. */
  contents: () => Contents
}

/**
 * Reads the whole file once, so that nothing is restored from one that was cut or changed.
 *
 * @throws OperatorError saying what is wrong with the file
 */
export async function checkFile(path: string, kind: Kind): Promise<Checked> {
  const { size, told } = await readEnd(path)
  if (!told) throw new OperatorError(`${path} is no backup, or its end is missing. Take another copy of it.`)
  const hash = createHash('sha256')
  const end = size - sealBytes - 1
  for await (const chunk of createReadStream(path, { end, highWaterMark: blockBytes }))
    hash.update(chunk as Buffer)
  const sha256 = hash.digest()
  if (!sha256.equals(told))
    throw new OperatorError(
      `${path} is not as it was written: its checksum differs. Take another copy of it.`,
    )
  const contents = () => {
    const file = createReadStream(path, { end, highWaterMark: blockBytes })
    return new Contents(path, pipeline(file, createZstdDecompress({ chunkSize: blockBytes }), ignore))
  }
  const first = contents()
  const header = parseHeader(await first.line().finally(() => first.close()))
  if (!header) throw new OperatorError(`${path} is no backup: its first line has another form.`)
  if ('newer' in header)
    throw new OperatorError(`${path} was written by a newer version of Rollcall. Restore it with that one.`)
  if (header.kind !== kind) throw new OperatorError(mistaken(path, kind))
  return { path, header, sha256: sha256.toString('hex'), contents }
}

const mistaken = (path: string, kind: Kind) =>
  kind === 'data'
    ? `${path} has the keys of persons. Give the backup first, and this file as --keys.`
    : `${path} has no keys of persons: it is a backup of all other rows.`

/** So much is read, decompressed and sent to PostgreSQL at a time: each part costs some calls, however small it is. */
const blockBytes = 256 * 1024

/** Errors come to whoever reads. */
const ignore = () => undefined

async function readEnd(path: string): Promise<{ size: number; told: Buffer | undefined }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const end = Buffer.alloc(Math.min(sealBytes, size))
    await file.read(end, 0, end.length, Math.max(0, size - sealBytes))
    return { size, told: size > sealBytes ? readSeal(end) : undefined }
  } finally {
    await file.close()
  }
}

/** Reads the header of a whole file of this kind; undefined when it is none. */
export async function readBackup(path: string, kind: Kind): Promise<Header | undefined> {
  return checkFile(path, kind).then(
    ({ header }) => header,
    () => undefined,
  )
}

const newline = 10
/** So many bytes of a line are kept. The longest line names all tables: a hundredth of it. */
const longest = 1024 * 1024
const betweenRows = Buffer.concat([Buffer.of(newline), endOfRows])

/** The lines of a file and the rows of its tables, in turn. It keeps only what has come and is not read. */
export class Contents {
  readonly #path: string
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(path: string, source: AsyncIterable<Buffer>) {
    this.#path = path
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next line, which is JSON. */
  async line(): Promise<unknown> {
    let end: number
    while ((end = this.#rest.indexOf(newline)) < 0 && this.#rest.length <= longest) await this.#more()
    if (end < 0 || end > longest) throw this.#wrong(`it has a line of more than ${longest} bytes.`)
    const text = this.#rest.subarray(0, end).toString()
    this.#rest = this.#rest.subarray(end + 1)
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw this.#wrong('a line of it is no JSON.')
    }
  }

  /** The rows up to the end of the table, in pieces that may end within a row. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < endOfRows.length) await this.#more()
    if (this.#rest.subarray(0, endOfRows.length).equals(endOfRows)) return this.#skip(endOfRows.length)
    for (;;) {
      const end = this.#rest.indexOf(betweenRows)
      // The end may have come in part: so much of it can be here.
      const length = end < 0 ? this.#rest.length - betweenRows.length + 1 : end + 1
      if (length > 0) yield this.#rest.subarray(0, length)
      this.#skip(Math.max(length, 0))
      if (end >= 0) return this.#skip(endOfRows.length)
      await this.#more()
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  #skip(length: number): void {
    this.#rest = this.#rest.subarray(length)
  }

  #wrong(what: string): OperatorError {
    return new OperatorError(`${this.#path} is no backup: ${what}`)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next().catch((error: Error & { code?: string }) => {
      throw /^(ZSTD|Z)_/.test(error.code ?? '') ? this.#wrong('it is not compressed as one.') : error
    })
    if (done) throw this.#wrong('it ends too early.')
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}
