import { inflateSync } from 'node:zlib'
import { Refused } from '../refused.ts'

const maxBytes = 64e6
const damaged = () => new Refused('file_damaged')

/** Parameters of a filter: a predictor and what it needs. */
export interface Parameters {
  predictor: number
  colors: number
  bits: number
  columns: number
}

/**
 * The bytes of a stream of objects, through all its filters.
 *
 * @throws Refused for a filter that is not known here, for bytes that are none of it, and for too many
 */
export function decode(raw: Buffer, filters: string[], parameters: (Parameters | undefined)[]): Buffer {
  // Streams of objects have one filter. More are a way to hide something, or to make a bomb.
  if (filters.length > 4) throw new Refused('file_expands_too_much')
  return filters.reduce((bytes, filter, index) => {
    const decoder = decoders[filter]
    if (decoder === undefined) throw new Refused('file_too_complex')
    const decoded = decoder(bytes)
    if (decoded.length > maxBytes) throw new Refused('file_expands_too_much')
    const given = parameters[index]
    return given && given.predictor > 1 ? unpredict(decoded, given) : decoded
  }, raw)
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  FlateDecode: inflate,
  Fl: inflate,
  ASCIIHexDecode: hex,
  AHx: hex,
  ASCII85Decode: ascii85,
  A85: ascii85,
  RunLengthDecode: runs,
  RL: runs,
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refused('file_expands_too_much')
    throw damaged()
  }
}

function hex(bytes: Buffer): Buffer {
  const digits = bytes
    .toString('latin1')
    .split('>')[0]!
    .replace(/[\s\0]/g, '')
  if (!/^[\da-f]*$/i.test(digits)) throw damaged()
  return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex')
}

function ascii85(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(/^\s*<~/, '')
    .split('~')[0]!
    .replace(/[\s\0]/g, '')
  const found: number[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] === 'z') {
      found.push(0, 0, 0, 0)
      at++
      continue
    }
    const group = text.slice(at, at + 5)
    if (!/^[!-u]{2,5}$/.test(group)) throw damaged()
    const value = [...group.padEnd(5, 'u')].reduce((sum, one) => sum * 85 + one.charCodeAt(0) - 33, 0)
    const four = [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) & 0xff)
    found.push(...four.slice(0, group.length - 1))
    at += group.length
    if (found.length > maxBytes) throw new Refused('file_expands_too_much')
  }
  return Buffer.from(found)
}

function runs(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let total = 0
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at]!
    if (length === 128) break
    const part =
      length < 128
        ? bytes.subarray(at + 1, at + 2 + length)
        : Buffer.alloc(257 - length, bytes.subarray(at + 1, at + 2))
    parts.push(part)
    total += part.length
    if (total > maxBytes) throw new Refused('file_expands_too_much')
    at += length < 128 ? length + 2 : 2
  }
  return Buffer.concat(parts)
}

/** The predictors of PNG (10 and above), row by row. That of TIFF is for pictures. */
function unpredict(bytes: Buffer, { predictor, colors, bits, columns }: Parameters): Buffer {
  const step = Math.max(1, Math.ceil((colors * bits) / 8))
  const length = Math.ceil((colors * bits * columns) / 8)
  if (predictor < 10 || !(length > 0 && length < 1e6)) throw new Refused('file_too_complex')
  const rows = Math.ceil(bytes.length / (length + 1))
  const found = Buffer.alloc(rows * length)
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (length + 1)]!
    for (let index = 0; index < length; index++) {
      const place = row * length + index
      const [left, up, corner] = [
        index < step ? 0 : found[place - step]!,
        row === 0 ? 0 : found[place - length]!,
        row === 0 || index < step ? 0 : found[place - length - step]!,
      ]
      found[place] = (bytes[row * (length + 1) + 1 + index] ?? 0) + guess(kind, left, up, corner)
    }
  }
  return found
}

function guess(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw damaged()
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(left + up - corner - one))
  return a! <= b! && a! <= c! ? left : b! <= c! ? up : corner
}
