import { crc32, inflateRawSync } from 'node:zlib'
import { Refused } from './refused.ts'
import type { Source } from './source.ts'

export interface ZipEntry {
  name: string
  method: number
  compressed: number
  size: number
  crc: number
  /** Where the local header begins. */
  offset: number
  hasDescriptor: boolean
}

const maxEntries = 10_000
/** Bytes of the directory. */
const maxDirectory = 8e6
/** Bytes of all entries together, unpacked. */
const maxTotal = 500e6
/** From this size on, the whole may be at most so many times as large as the file. */
const [smallTotal, maxRatio] = [20e6, 100]
/** Bytes of one entry that is unpacked. */
const maxEntry = 200e6

/** Another entry, the directory, and the end of a long one. */
const nextRecords = ['PK\x03\x04', 'PK\x01\x02', 'PK\x06\x06']

/** Flags of an entry: encrypted in one of two ways, and that its sizes follow it. */
const [encrypted, described] = [0x2041, 0x8]

const damaged = () => new Refused('file_damaged')

/**
 * A ZIP, as strict as documents are made: nothing before, between and after the entries, none twice, none that overlap,
 * and the same in its directory as in front of each entry, so that no two programs read it differently.
 */
export class Zip {
  readonly entries: ZipEntry[]
  readonly #source: Source
  readonly #byName: ReadonlyMap<string, ZipEntry>
  #unpacked = 0

  /** @throws Refused */
  constructor(source: Source) {
    this.#source = source
    const directory = findDirectory(source)
    this.entries = readDirectory(source, directory)
    this.#byName = new Map(this.entries.map((entry) => [entry.name, entry]))
    this.#requireOrder(directory.offset)
    const total = this.entries.reduce((sum, { size }) => sum + size, 0)
    if (total > maxTotal || (total > smallTotal && total > maxRatio * source.size))
      throw new Refused('file_expands_too_much')
  }

  get names(): string[] {
    return this.entries.map(({ name }) => name)
  }

  /** The bytes of an entry. They are as many as the directory says, and have its checksum. */
  read(entry: ZipEntry): Buffer {
    if (entry.size > maxEntry) throw new Refused('file_expands_too_much')
    const raw = this.#source.read(this.#dataOf(entry), entry.compressed)
    const bytes = entry.method === 0 ? raw : inflate(raw, entry.size)
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damaged()
    this.#unpacked += bytes.length
    if (this.#unpacked > maxTotal) throw new Refused('file_expands_too_much')
    return bytes
  }

  /** The bytes of the entry of a name that there is. */
  part(name: string): Buffer {
    return this.read(this.#byName.get(name)!)
  }

  #dataOf({ offset }: ZipEntry): number {
    const head = this.#source.read(offset, 30)
    return offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  }

  /** Each entry begins where the one before ends, the first one at 0, and the directory follows the last one. */
  #requireOrder(directory: number): void {
    let end = 0
    for (const entry of this.entries.toSorted((a, b) => a.offset - b.offset)) {
      if (entry.offset < end) throw new Refused('file_expands_too_much')
      if (entry.offset > end) throw new Refused('file_is_two_formats')
      this.#requireSame(entry)
      end = this.#dataOf(entry) + entry.compressed
      if (entry.hasDescriptor) end += this.#descriptorOf(entry, end)
    }
    if (end !== directory) throw new Refused(end > directory ? 'file_damaged' : 'file_is_two_formats')
  }

  /** Refuses an entry of which its header says something else than the directory. What was not known yet is zero there, and follows it. */
  #requireSame(entry: ZipEntry): void {
    const head = this.#source.read(entry.offset, 30)
    if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw damaged()
    const nameLength = head.readUInt16LE(26)
    const name = this.#source.read(entry.offset + 30, nameLength).toString('utf8')
    const flags = head.readUInt16LE(6)
    if (name !== entry.name || head.readUInt16LE(8) !== entry.method) throw damaged()
    if ((flags & encrypted) !== 0 || ((flags & described) !== 0) !== entry.hasDescriptor) throw damaged()
    const extra = this.#source.read(entry.offset + 30 + nameLength, head.readUInt16LE(28))
    const [size, compressed] = longSizes(extra, [head.readUInt32LE(22), head.readUInt32LE(18)])
    const isSame = (said: number, known: number) => said === known || (entry.hasDescriptor && said === 0)
    if (!isSame(size!, entry.size) || !isSame(compressed!, entry.compressed)) throw damaged()
    if (!isSame(head.readUInt32LE(14), entry.crc)) throw damaged()
  }

  /**
   * Bytes of the checksum and the sizes that follow an entry, where these were not known in front of it: with a signature or not,
   * with long sizes or not.
   */
  #descriptorOf(entry: ZipEntry, at: number): number {
    const bytes = this.#source.read(at, 24)
    const isNext = (length: number) =>
      nextRecords.includes(this.#source.read(at + length, 4).toString('latin1'))
    const found = descriptors(entry).find(
      (one) => one.equals(bytes.subarray(0, one.length)) && isNext(one.length),
    )
    if (!found) throw damaged()
    return found.length
  }
}

/** The four ways to write what follows an entry. */
function descriptors({ crc, compressed, size }: ZipEntry): Buffer[] {
  const long = Buffer.alloc(20)
  long.writeUInt32LE(crc, 0)
  long.writeBigUInt64LE(BigInt(compressed), 4)
  long.writeBigUInt64LE(BigInt(size), 12)
  const short = Buffer.concat([long.subarray(0, 8), long.subarray(12, 16)])
  const signature = Buffer.from('PK\x07\x08', 'latin1')
  return [Buffer.concat([signature, short]), Buffer.concat([signature, long]), short, long]
}

/** The answer of zlib that is asked for `info`: how many bytes it has read, too. */
interface Inflated {
  buffer: Buffer
  engine: { bytesWritten: number }
}

function inflate(raw: Buffer, size: number): Buffer {
  const { buffer, engine } = inflated(raw, size)
  // Behind the compressed data something else could hide.
  if (engine.bytesWritten !== raw.length) throw damaged()
  return buffer
}

function inflated(raw: Buffer, size: number): Inflated {
  try {
    const options = { maxOutputLength: Math.max(1, size), info: true }
    return inflateRawSync(raw, options) as unknown as Inflated
  } catch (error) {
    // It is larger than its directory says.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refused('file_expands_too_much')
    throw damaged()
  }
}

interface Directory {
  offset: number
  end: number
  count: number
}

/** The record at the very end says where the directory is. */
function findDirectory(source: Source): Directory {
  const at = source.size - 22
  const record = source.read(at, 22)
  if (record.length < 22 || record.readUInt32LE(0) !== 0x06054b50)
    throw new Refused(
      source.read(Math.max(0, source.size - 65_557), 65_557).includes('PK\x05\x06')
        ? 'file_is_two_formats'
        : 'file_damaged',
    )
  if (record.readUInt16LE(20) !== 0 || record.readUInt32LE(4) !== 0) throw damaged()
  const [count, length, offset] = [record.readUInt16LE(10), record.readUInt32LE(12), record.readUInt32LE(16)]
  const isLong = count === 0xffff || length === 0xffffffff || offset === 0xffffffff
  const found = isLong ? longDirectory(source, at) : { offset, end: offset + length, count, next: at }
  if (found.end !== found.next)
    throw new Refused(found.end < found.next ? 'file_is_two_formats' : 'file_damaged')
  if (found.count > maxEntries || found.end - found.offset > maxDirectory)
    throw new Refused('file_expands_too_much')
  return found
}

function longDirectory(source: Source, end: number): Directory & { next: number } {
  const locator = source.read(end - 20, 20)
  if (locator.length < 20 || locator.readUInt32LE(0) !== 0x07064b50) throw damaged()
  const next = Number(locator.readBigUInt64LE(8))
  const record = source.read(next, 56)
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50 || next + 56 !== end - 20) throw damaged()
  const [count, length, offset] = [32, 40, 48].map((place) => Number(record.readBigUInt64LE(place)))
  return { offset: offset!, end: offset! + length!, count: count!, next }
}

function readDirectory(source: Source, { offset, end, count }: Directory): ZipEntry[] {
  const bytes = source.read(offset, end - offset)
  const entries: ZipEntry[] = []
  const seen = new Set<string>()
  for (let at = 0; at < bytes.length;) {
    if (entries.length >= count || bytes.length - at < 46 || bytes.readUInt32LE(at) !== 0x02014b50)
      throw damaged()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    )
    const next = at + 46 + nameLength! + extraLength! + commentLength!
    if (next > bytes.length) throw damaged()
    const entry = readEntry(bytes.subarray(at, next), nameLength!, extraLength!)
    // Windows and macOS take two names that differ by capitals alone for one.
    const key = entry.name.toLowerCase()
    if (seen.has(key)) throw damaged()
    seen.add(key)
    entries.push(entry)
    at = next
  }
  if (entries.length !== count) throw damaged()
  return entries
}

function readEntry(record: Buffer, nameLength: number, extraLength: number): ZipEntry {
  const [flags, method] = [record.readUInt16LE(8), record.readUInt16LE(10)]
  if ((flags & encrypted) !== 0 || method === 99) throw new Refused('file_is_encrypted')
  if (method !== 0 && method !== 8) throw damaged()
  const name = record.toString('utf8', 46, 46 + nameLength)
  if (!/^[^/\\\0:][^\\\0:]*$/.test(name) || name.split('/').includes('..')) throw damaged()
  const extra = record.subarray(46 + nameLength, 46 + nameLength + extraLength)
  const [size, compressed, offset] = longSizes(extra, [
    record.readUInt32LE(24),
    record.readUInt32LE(20),
    record.readUInt32LE(42),
  ])
  if (method === 0 && size !== compressed) throw damaged()
  const crc = record.readUInt32LE(16)
  return {
    name,
    method,
    compressed: compressed!,
    size: size!,
    crc,
    offset: offset!,
    hasDescriptor: (flags & described) !== 0,
  }
}

/** Sizes of more than 32 bits stand in a field of their own, in this order. */
function longSizes(extra: Buffer, sizes: number[]): number[] {
  if (!sizes.includes(0xffffffff)) return sizes
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let place = at + 4
    return sizes.map((one) => {
      if (one !== 0xffffffff) return one
      if (place + 8 > extra.length) throw damaged()
      place += 8
      return Number(extra.readBigUInt64LE(place - 8))
    })
  }
  throw damaged()
}
