import { fstatSync, readSync } from 'node:fs'

/** Bytes that can be read at any place, without being in memory all at once. */
export interface Source {
  /** In bytes. */
  readonly size: number
  /** Reads `length` bytes from `offset` on, fewer at the end. */
  read(offset: number, length: number): Buffer
}

const blockBytes = 256 * 1024
const keptBlocks = 64

/** The file of a descriptor. The blocks read last are kept, 16 MB at most. */
export class FileSource implements Source {
  readonly size: number
  readonly #descriptor: number
  readonly #blocks = new Map<number, Buffer>()

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    this.size = fstatSync(descriptor).size
  }

  read(offset: number, length: number): Buffer {
    const start = Math.max(0, Math.min(offset, this.size))
    const end = Math.max(start, Math.min(offset + length, this.size))
    if (end - start > blockBytes) return this.#readNow(start, end - start)
    const first = Math.floor(start / blockBytes)
    const last = Math.floor(Math.max(start, end - 1) / blockBytes)
    const block = this.#block(first)
    const from = start - first * blockBytes
    if (first === last) return block.subarray(from, from + end - start)
    return Buffer.concat([block.subarray(from), this.#block(last).subarray(0, end - last * blockBytes)])
  }

  #block(index: number): Buffer {
    const known = this.#blocks.get(index)
    if (known) {
      this.#blocks.delete(index)
      this.#blocks.set(index, known)
      return known
    }
    const block = this.#readNow(index * blockBytes, Math.min(blockBytes, this.size - index * blockBytes))
    this.#blocks.set(index, block)
    if (this.#blocks.size > keptBlocks) this.#blocks.delete(this.#blocks.keys().next().value!)
    return block
  }

  /** A file that is cut while it is read ends early. */
  #readNow(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, length))
    let done = 0
    while (done < bytes.length) {
      const count = readSync(this.#descriptor, bytes, done, bytes.length - done, offset + done)
      if (count === 0) break
      done += count
    }
    return bytes.subarray(0, done)
  }
}

/** Bytes that are in memory, such as those of a file inside of another one. */
export class BufferSource implements Source {
  readonly size: number
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.size = bytes.length
  }

  read(offset: number, length: number): Buffer {
    const start = Math.max(0, offset)
    return this.#bytes.subarray(start, Math.max(start, offset + length))
  }
}

/** The bytes in pieces of at most `length`, each with where it begins. A piece repeats the last `overlap` bytes of the one before. */
export function* pieces(
  source: Source,
  { length = 1024 * 1024, overlap = 0 } = {},
): Generator<{ offset: number; bytes: Buffer; isLast: boolean }> {
  for (let offset = 0; offset < source.size; offset += length - overlap) {
    const bytes = source.read(offset, length)
    const isLast = offset + bytes.length >= source.size || bytes.length === 0
    yield { offset, bytes, isLast }
    if (isLast) return
  }
}
