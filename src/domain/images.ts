/** Logos and photos have this type. */
export const imageType = 'image/webp'

/** The bytes that an image may have before it is made smaller. */
export const maxImageBytes = 2 * 1024 * 1024

/** The address of a logo, or null. It changes with the image, so whoever has loaded it may keep it for good. */
export const logoUrl = (slug: string, hash: string | null): string | null =>
  hash === null ? null : `/${slug}/logo/${hash}.webp`

/** Patterns of these addresses, for a router. */
export const imagePaths = { logo: '/:slug/logo/:file', photo: '/photos/:person/:file' }

/** The hash in the last part of an address: `4f1c…aa.webp`. Undefined: it is none. */
export const hashIn = (file: string): string | undefined => /^([0-9a-f]{32})\.webp$/.exec(file)?.[1]

/**
 * The bytes that a text has in base64, alone or in a data: URL of an image.
 *
 * @returns undefined when it is neither
 */
export function bytesOfBase64(text: string): Buffer | undefined {
  const base64 = text.replace(/^data:image\/[a-z0-9.+-]{1,40};base64,/i, '')
  // Node would skip what is none of the alphabet. Both alphabets and any padding are common.
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) return undefined
  return Buffer.from(base64, 'base64')
}
