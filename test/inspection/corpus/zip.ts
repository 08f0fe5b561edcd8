import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  data: Buffer | string
  /** Left out: compressed. */
  stored?: boolean
  flags?: number
  /** What the headers say, when it is not true. */
  size?: number
  /** The name in front of the data, when it is another one than in the directory. */
  localName?: string
  /** What the header in front of the data says, when it is another thing than the directory says. */
  local?: { flags?: number; crc?: number; packed?: number; size?: number }
  /** The checksum and the sizes follow the data: with a signature or not, with sizes of 64 bits or not, other ones than they are. */
  described?: { isSigned?: boolean; isLong?: boolean; size?: number }
  /** Bytes behind the data that count as compressed ones. */
  behind?: string
}

const uint = (value: number, bytes: 4 | 8): Buffer => {
  const written = Buffer.alloc(bytes)
  written.writeUInt32LE(value)
  return written
}

/** What follows the data of a part whose sizes were not known in front of it. */
function descriptor(
  crc: number,
  sizes: number[],
  { isSigned, isLong, size }: Part['described'] & {},
): Buffer {
  return Buffer.concat([
    Buffer.from(isSigned ? 'PK\x07\x08' : ''),
    uint(crc, 4),
    uint(sizes[0]!, isLong ? 8 : 4),
    uint(size ?? sizes[1]!, isLong ? 8 : 4),
  ])
}

/** A ZIP of these parts. `before` and `after` are put around it; the offsets count from its own beginning unless `shift`. */
export function zip(parts: Part[], { before = '', between = '', after = '', shift = false } = {}): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = shift ? before.length : 0
  for (const { name, data, stored = false, flags = 0, size, localName = name, described, ...part } of parts) {
    const raw = Buffer.from(data as string)
    const packed = Buffer.concat([stored ? raw : deflateRawSync(raw), Buffer.from(part.behind ?? '')])
    const head = Buffer.alloc(26)
    const write = (all: { flags: number; crc: number; packed: number; size: number }) => {
      head.writeUInt16LE(all.flags, 2)
      head.writeUInt32LE(all.crc, 10)
      head.writeUInt32LE(all.packed, 14)
      head.writeUInt32LE(all.size, 18)
    }
    const said = {
      flags: flags | (described ? 8 : 0),
      crc: crc32(raw),
      packed: packed.length,
      size: size ?? raw.length,
    }
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(stored ? 0 : 8, 4)
    head.writeUInt16LE(Buffer.byteLength(localName), 22)
    write({ ...said, ...(described && { crc: 0, packed: 0, size: 0 }), ...part.local })
    const entry = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      head,
      Buffer.from(localName),
      packed,
      described ? descriptor(said.crc, [said.packed, said.size], described) : Buffer.alloc(0),
    ])
    write(said)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const rest = Buffer.alloc(16)
    rest.writeUInt32LE(offset, 12)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), Buffer.from(head), rest.subarray(2), Buffer.from(name))
    local.push(entry)
    offset += entry.length
  }
  const start = offset + between.length
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(start, 12)
  return Buffer.concat([
    Buffer.from(before, 'latin1'),
    ...local,
    Buffer.from(between, 'latin1'),
    central,
    Buffer.from('PK\x05\x06'),
    end,
    Buffer.from(after, 'latin1'),
  ])
}
