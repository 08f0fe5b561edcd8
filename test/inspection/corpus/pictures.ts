import { constants, crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { sample, type Sample } from './file.ts'
import { zip } from './zip.ts'

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/**
 * So many zeros, as a stream of zlib. To compress 600 MB takes seconds, so one megabyte is compressed, and put there as often as
 * it takes: flushed as a whole, it does not depend on what stands before it.
 */
function deflatedZeros(count: number): Buffer {
  const megabyte = 1024 * 1024
  const pieces = Math.floor(count / megabyte)
  const piece = deflateRawSync(Buffer.alloc(megabyte), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  // The sum of zeros (Adler-32, RFC 1950) counts how many they are.
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([
    Buffer.from('78da', 'hex'),
    ...Array.from({ length: pieces }, () => piece),
    deflateRawSync(Buffer.alloc(count % megabyte), { level: 9 }),
    sum,
  ])
}

/** A black and white PNG of this size: 200 megapixels are 25 kB. With `bytesPerPixel` 3 they are 600 kB. */
export function hugePng(width: number, height: number, bytesPerPixel: 0.125 | 3 = 3): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bytesPerPixel === 3 ? 8 : 1
  header[9] = bytesPerPixel === 3 ? 2 : 0
  const row = Buffer.alloc(1 + Math.ceil(width * bytesPerPixel))
  const rows = deflatedZeros(row.length * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Two colours side by side, so that it can be told what was cut off. */
export async function twoColours(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif',
): Promise<Buffer> {
  const left = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: 'red' } }
  return sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer()
}

/** The boxes of a HEIC, without a picture in them: no encoder for it is free. */
const box = (type: string, data = ''): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(8 + data.length)
  return Buffer.concat([head, Buffer.from(type + data, 'latin1')])
}
const heic = (brands = 'heic\0\0\0\0mif1heic') =>
  Buffer.concat([box('ftyp', brands), box('meta', '\0\0\0\0'), box('mdat', 'x'.repeat(100))])

const two = 'file_is_two_formats'
const html = Buffer.from('<html><script>alert(1)</script></html>')
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n')

/** Pictures, real and not. */
export async function pictures(): Promise<Sample[]> {
  const [png, jpeg, webp, gif, tiff, avif] = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const).map((format) => twoColours(40, 30, format)),
  )
  const commented = Buffer.concat([
    jpeg!.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 12]),
    pdf.subarray(0, 10),
    jpeg!.subarray(2),
  ])
  return [
    sample('png', 'a PNG', 'accepted', png!),
    sample('jpeg', 'a JPEG', 'accepted', jpeg!),
    sample('webp', 'a WebP', 'accepted', webp!),
    sample('heic', 'a HEIC', 'accepted', heic()),
    sample(
      'jpeg',
      'a JPEG with a second one behind it, as phones make them',
      'accepted',
      Buffer.concat([jpeg!, jpeg!]),
    ),
    sample('png', 'a PNG of 200 megapixels', 'file_expands_too_much', hugePng(20_000, 10_000)),
    sample('png', 'a PNG with a page for browsers behind it', two, Buffer.concat([png!, html])),
    sample(
      'png',
      'a PNG that is an archive of Java, too',
      two,
      Buffer.concat([png!, zip([{ name: 'META-INF/MANIFEST.MF', data: 'x' }])]),
    ),
    sample('jpeg', 'a JPEG with a page for browsers behind it', two, Buffer.concat([jpeg!, html])),
    sample('jpeg', 'a JPEG with a PDF behind it', two, Buffer.concat([jpeg!, pdf])),
    sample('jpeg', 'a JPEG that begins as a PDF, too', two, commented),
    sample(
      'webp',
      'a WebP with an archive behind it',
      two,
      Buffer.concat([webp!, zip([{ name: 'a', data: 'x' }])]),
    ),
    sample('heic', 'a HEIC with a page for browsers behind it', two, Buffer.concat([heic(), html])),
    sample(
      'png',
      'a picture that is an archive of Java, too',
      'file_type_not_accepted',
      Buffer.concat([gif!, zip([{ name: 'a.class', data: 'x' }])]),
    ),
    sample('png', 'a PNG that is cut off', 'file_damaged', png!.subarray(0, png!.length - 20)),
    sample('jpeg', 'a JPEG that is cut off', 'file_damaged', jpeg!.subarray(0, jpeg!.length - 20)),
    sample('webp', 'a WebP that is cut off', 'file_damaged', webp!.subarray(0, 30)),
    sample('heic', 'a HEIC that is cut off', 'file_damaged', heic().subarray(0, 50)),
    sample('jpeg', 'a PNG that is said to be a JPEG', 'file_type_mismatch', png!),
    sample('png', 'a GIF', 'file_type_not_accepted', gif!),
    sample('png', 'a TIFF', 'file_type_not_accepted', tiff!),
    sample('heic', 'an AVIF', 'file_type_not_accepted', avif!),
  ]
}
