import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Turns } from './turns.ts'

/** Bytes that may wait for the disk. What comes meanwhile is written together. */
const waitingBytes = 128 * 1024
/** Bytes after which the disk must have them: at the end little is left to wait for. */
const syncBytes = 16 * 1024 * 1024

/** Bytes of a file, on their way to the disk. Whoever writes waits for the disk. */
export class FileSink extends Writable {
  /** In bytes, of what is written. */
  written = 0
  readonly #handle: FileHandle
  readonly #size: number
  readonly #turns: Turns
  #synced = 0

  /** @param size in bytes: nothing beyond it is written */
  constructor(handle: FileHandle, size: number, turns: Turns) {
    super({ highWaterMark: waitingBytes, decodeStrings: false })
    this.#handle = handle
    this.#size = size
    this.#turns = turns
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#writeAll([piece], done)
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#writeAll(
      pieces.map(({ chunk }) => chunk),
      done,
    )
  }

  #writeAll(pieces: Buffer[], done: (error?: Error) => void): void {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
    if (this.written + bytes > this.#size)
      return done(new Error('A file came with more bytes than were announced.'))
    this.#turns
      .take(() => this.#append(pieces, bytes))
      .then(
        () => done(),
        (error: unknown) => done(error as Error),
      )
  }

  async #append(pieces: Buffer[], bytes: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(pieces)
    // A disk that is nearly full takes what it can.
    if (bytesWritten !== bytes) throw new Error('The disk took only a part of a file.')
    this.written += bytes
    if (this.written - this.#synced < syncBytes) return
    await this.#handle.datasync()
    this.#synced = this.written
  }
}
