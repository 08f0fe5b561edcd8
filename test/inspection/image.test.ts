import { expect } from 'chai'
import sharp from 'sharp'
import { Inspector } from '../../src/inspection/inspector.ts'
import { hugePng, twoColours } from './corpus/pictures.ts'

describe('pictures', () => {
  const inspector = new Inspector({ warn: () => undefined })
  const square = async (bytes: Buffer, fit: 'whole' | 'centre' = 'whole') => {
    const found = await inspector.makeSquare('acme', bytes, fit)
    if (!found.accepted) throw new Error(found.code)
    return found.bytes
  }
  const problemWith = async (bytes: Buffer) => {
    const found = await inspector.makeSquare('acme', bytes, 'whole')
    return found.accepted ? 'accepted' : found.code
  }
  /** Red, green, blue and opacity at a place of the square. */
  const colourAt = async (bytes: Buffer, x: number, y: number): Promise<number[]> => {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  }
  const isRed = ([red, , blue]: number[]) => red! > 200 && blue! < 60
  const isBlue = ([red, , blue]: number[]) => blue! > 200 && red! < 60

  it('become squares of 512 x 512 pixels in WebP; a logo is shown whole, between transparent bars', async () => {
    const logo = await square(await twoColours(400, 100, 'png'))
    const { format, width, height, exif, icc, xmp } = await sharp(logo).metadata()
    expect({ format, width, height, exif, icc, xmp }).to.deep.equal({
      format: 'webp',
      width: 512,
      height: 512,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
    })
    expect((await colourAt(logo, 256, 10))[3]).to.equal(0)
    expect(await colourAt(logo, 5, 256)).to.satisfy(isRed)
    expect(await colourAt(logo, 506, 256)).to.satisfy(isBlue)
  })

  it('a photo is cropped to its middle', async () => {
    const photo = await square(await twoColours(400, 100, 'jpeg'), 'centre')
    expect((await colourAt(photo, 256, 5))[3]).to.equal(255)
    expect(await colourAt(photo, 100, 256)).to.satisfy(isRed)
    expect(await colourAt(photo, 400, 256)).to.satisfy(isBlue)
  })

  it('are turned as a camera says, and lose what it wrote', async () => {
    const turned = await sharp(await twoColours(200, 200, 'jpeg'))
      .withExif({ IFD0: { Copyright: 'Ada', Orientation: '3' } })
      .withMetadata({ orientation: 3 })
      .toBuffer()
    const photo = await square(turned, 'centre')
    expect(await colourAt(photo, 100, 256)).to.satisfy(isBlue)
    expect(photo.includes('Ada')).to.equal(false)
  })

  it('that move become their first frame', async () => {
    const frames = Buffer.concat([
      Buffer.alloc(30 * 30 * 3, Buffer.from([255, 0, 0])),
      Buffer.alloc(30 * 30 * 3, Buffer.from([0, 0, 255])),
    ])
    const film = await sharp(frames, { raw: { width: 30, height: 60, channels: 3, pageHeight: 30 } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(film).metadata()).pages).to.equal(2)
    const photo = await square(film, 'centre')
    expect((await sharp(photo).metadata()).pages ?? 1).to.equal(1)
    expect(await colourAt(photo, 256, 256)).to.satisfy(isRed)
  })

  it('are decoded when they are JPEG, PNG or WebP, and in no other format that the decoder has', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const samples: Record<string, Buffer> = {
      svg,
      gif: await twoColours(20, 20, 'gif'),
      tiff: await twoColours(20, 20, 'tiff'),
      heif: await twoColours(20, 20, 'avif'),
      jpeg: await twoColours(20, 20, 'jpeg'),
      png: await twoColours(20, 20, 'png'),
      webp: await twoColours(20, 20, 'webp'),
    }
    const formats = Object.entries(sharp.format).flatMap(([name, { input }]) => (input.buffer ? [name] : []))
    // Bytes without a header, which no file is read as unless one says so.
    expect(formats.filter((name) => name !== 'raw').toSorted()).to.deep.equal(Object.keys(samples).toSorted())
    const accepted: string[] = []
    for (const [name, bytes] of Object.entries(samples))
      if ((await problemWith(bytes)) === 'accepted') accepted.push(name)
      else expect(await problemWith(bytes), name).to.equal('image_type_not_accepted')
    expect(accepted).to.deep.equal(['jpeg', 'png', 'webp'])
  })

  it('have at most 24 megapixels, whatever their size in bytes', async () => {
    expect(await problemWith(hugePng(20_000, 10_000))).to.equal('image_has_too_many_pixels')
    expect(await problemWith(hugePng(6001, 4000, 0.125))).to.equal('image_has_too_many_pixels')
    expect(await problemWith(hugePng(6000, 4000))).to.equal('accepted')
  })

  it('that are damaged, empty or something else are refused', async () => {
    const png = await twoColours(300, 300, 'png')
    expect(await problemWith(png.subarray(0, png.length / 2))).to.equal('image_damaged')
    for (const bytes of [Buffer.from('x'), Buffer.from('%PDF-1.7'), Buffer.from('PK\x03\x04')])
      expect(await problemWith(bytes)).to.equal('image_type_not_accepted')
  })
})
