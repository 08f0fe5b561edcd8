import { Refused } from './refused.ts'
import type { Source } from './source.ts'
import { refuseSecondFormat } from './tails.ts'

/** A document's picture may be that of a good camera. What is larger fills the memory of whoever opens it. */
const maxPixels = 120e6
/** Segments, chunks and boxes of one picture. */
const maxParts = 200_000

type Picture = 'png' | 'jpeg' | 'webp' | 'heic'

/** Refuses a picture that is cut off, too large to be opened, or followed by another format. */
export function requirePicture(source: Source, format: Picture): void {
  refuseSecondFormat(source, { png: pngEnd, jpeg: jpegEnd, webp: webpEnd, heic: heicEnd }[format](source))
}

const damaged = () => new Refused('file_damaged')

function boundPixels(width: number, height: number): void {
  if (width * height > maxPixels) throw new Refused('file_expands_too_much')
}

function bounded(parts: number): void {
  if (parts > maxParts) throw new Refused('file_too_complex')
}

function pngEnd(source: Source): number {
  let at = 8
  for (let parts = 0; ; parts++) {
    bounded(parts)
    const head = source.read(at, 8)
    if (head.length < 8) throw damaged()
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    if ((parts === 0) !== (type === 'IHDR') || at + 12 + length > source.size) throw damaged()
    if (type === 'IHDR')
      boundPixels(source.read(at + 8, 4).readUInt32BE(0), source.read(at + 12, 4).readUInt32BE(0))
    at += 12 + length
    if (type === 'IEND') return at
  }
}

/** Cameras put further pictures and data of their own after the end, which is no other format. */
function jpegEnd(source: Source): number {
  let at = 2
  for (let parts = 0; ; parts++) {
    bounded(parts)
    const head = source.read(at, 4)
    if (head.length < 2 || head[0] !== 0xff) throw damaged()
    const marker = head[1]!
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      if (head.length < 4 || head.readUInt16BE(2) < 2) throw damaged()
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame) {
        const size = source.read(at + 5, 4)
        if (size.length < 4) throw damaged()
        boundPixels(size.readUInt16BE(2), size.readUInt16BE(0))
      }
      at += 2 + head.readUInt16BE(2)
      if (marker === 0xda) at = nextMarker(source, at)
    }
  }
}

/** The end of compressed data: an 0xff that is neither followed by 0 nor by the marker of a restart. */
function nextMarker(source: Source, from: number): number {
  // Hostile pictures have many that end at once, so little is read first.
  for (let at = from, length = 64; at < source.size; length = Math.min(2 * length, 256 * 1024)) {
    const bytes = source.read(at, length)
    for (let next = bytes.indexOf(0xff); next !== -1; next = bytes.indexOf(0xff, next + 1)) {
      const marker = bytes[next + 1]
      if (marker === undefined) break
      if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at + next
    }
    at += Math.max(1, bytes.length - (bytes.at(-1) === 0xff ? 1 : 0))
  }
  throw damaged()
}

function webpEnd(source: Source): number {
  const length = source.read(4, 4).readUInt32LE(0)
  const end = 8 + length + (length % 2)
  if (end > source.size + 1) throw damaged()
  const extended = source.read(12, 18)
  if (extended.toString('latin1', 0, 4) === 'VP8X' && extended.length === 18)
    boundPixels(extended.readUIntLE(12, 3) + 1, extended.readUIntLE(15, 3) + 1)
  return Math.min(end, source.size)
}

function heicEnd(source: Source): number {
  let at = 0
  for (let parts = 0; at < source.size; parts++) {
    bounded(parts)
    const head = source.read(at, 16)
    if (head.length < 8) throw damaged()
    let length = head.readUInt32BE(0)
    if (length === 0) return source.size
    if (length === 1 && head.length === 16) length = Number(head.readBigUInt64BE(8))
    if (length < 8 || !/^[\w -]{4}$/.test(head.toString('latin1', 4, 8))) return at
    if (at + length > source.size) throw damaged()
    at += length
  }
  return at
}
