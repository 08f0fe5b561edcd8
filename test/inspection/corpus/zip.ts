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
}

/** A ZIP of these parts. `before` and `after` are put around it; the offsets count from its own beginning unless `shift`. */
export function zip(parts: Part[], { before = '', between = '', after = '', shift = false } = {}): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = shift ? before.length : 0
  for (const { name, data, stored = false, flags = 0, size, localName = name } of parts) {
    const raw = Buffer.from(data as string)
    const packed = stored ? raw : deflateRawSync(raw)
    const method = stored ? 0 : 8
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(crc32(raw), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? raw.length, 18)
    head.writeUInt16LE(Buffer.byteLength(localName), 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(localName), packed])
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const rest = Buffer.alloc(16)
    rest.writeUInt32LE(offset, 12)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), head, rest.subarray(2), Buffer.from(name))
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
