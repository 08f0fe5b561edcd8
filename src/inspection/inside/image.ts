import sharp, { type Sharp } from 'sharp'
import { Refused } from './refused.ts'

/** The way in which a picture becomes a square: whole, with transparent bars, or cropped to its middle. */
export type Fit = 'whole' | 'centre'

/** Width and height of the result. */
export const side = 512
/** The area of a picture in pixels, before it is made smaller. */
export const maxPixels = 24e6

/** The only formats that are decoded. */
export const loaders = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']

/** Blocks all formats but three, and keeps nothing of a picture. Threads of its own would take more memory at once. */
export function prepare(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  sharp.concurrency(1)
}

/**
 * Makes a square of 512 x 512 pixels, as WebP. It is turned as its metadata say, and has none.
 *
 * @throws Refused when it is no JPEG, PNG or WebP, has more than 24 megapixels, or cannot be decoded
 */
export async function square(bytes: Buffer, fit: Fit): Promise<Buffer> {
  const picture = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  })
  await measure(picture)
  try {
    return await picture
      .autoOrient()
      .resize(side, side, {
        fit: fit === 'whole' ? 'contain' : 'cover',
        position: 'centre',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .toColourspace('srgb')
      .webp({ quality: 85, alphaQuality: 100, effort: 4 })
      .toBuffer()
  } catch (error) {
    throw reasonOf(error)
  }
}

async function measure(picture: Sharp): Promise<void> {
  try {
    const found = await picture.metadata()
    if (found.width * found.height > maxPixels) throw new Refused('image_has_too_many_pixels')
  } catch (error) {
    throw reasonOf(error)
  }
}

function reasonOf(error: unknown): unknown {
  if (error instanceof Refused) return error
  const { message } = error as Error
  if (/pixel limit/i.test(message)) return new Refused('image_has_too_many_pixels')
  if (/unsupported image format|blocked/i.test(message)) return new Refused('image_type_not_accepted')
  return new Refused('image_damaged')
}
