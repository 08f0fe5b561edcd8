import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { removeUnfinishedFiles } from '../unfinished.ts'
import { endOfRows, sealBytes, sealOf, type EndLine, type Header, type TableLine } from './format.ts'

/** A table that is to be written: COPY's rows, and how many they were when all have come. */
export interface TableRows extends TableLine {
  rows: Readable & { rowCount: number }
}

/**
 * Rows are mostly ids and encrypted bytes. Level 3 takes about twice the processor time and makes files of nearly
 * the same size. Level 6 takes four times as much, and saves a twentieth at best.
 */
const level = 1

export interface Written {
  rows: number
  /** Bytes of the file. */
  bytes: number
  /** The file gets its name. */
  finish: () => Promise<void>
  /** The file goes. */
  discard: () => Promise<void>
}

/**
 * Writes a file under another name in the same folder, as large as it may be, with memory for a few blocks. Only its
 * owner may read it, and when this resolves it is on the disk.
 */
export async function writeFile(
  path: string,
  header: Header,
  tables: () => AsyncIterable<TableRows>,
): Promise<Written> {
  removeUnfinishedFiles(path)
  const unfinished = `${path}.new.${process.pid}`
  const discard = () => rm(unfinished, { force: true })
  const written = { rows: 0, bytes: 0 }
  try {
    const to = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level } })
    await pipeline(
      () => linesOf(header, tables, written),
      compress,
      (source) => seal(source, written),
      to,
    )
  } catch (error) {
    await discard()
    throw error
  }
  return {
    ...written,
    discard,
    finish: async () => {
      await rename(unfinished, path)
      await flushFolder(dirname(path))
    },
  }
}

/** The number of rows of a table is known when `tables` has gone on to the next one, and of the last when it has ended. */
async function* linesOf(
  header: Header,
  tables: () => AsyncIterable<TableRows>,
  written: { rows: number },
): AsyncGenerator<Buffer> {
  yield line(header)
  const all: TableRows[] = []
  for await (const one of tables()) {
    all.push(one)
    const { table, columns } = one
    yield line({ table, columns } satisfies TableLine)
    yield* one.rows as AsyncIterable<Buffer>
    yield endOfRows
  }
  const rows = Object.fromEntries(all.map(({ table, rows: { rowCount } }) => [table, rowCount]))
  written.rows = Object.values(rows).reduce((sum, one) => sum + one, 0)
  yield line({ rows } satisfies EndLine)
}

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)

/** Passes bytes on, and adds their SHA-256 at the end. */
async function* seal(source: AsyncIterable<Buffer>, written: { bytes: number }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    written.bytes += chunk.length
    yield chunk
  }
  written.bytes += sealBytes
  yield sealOf(hash.digest())
}

/** The new name is on the disk, too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
