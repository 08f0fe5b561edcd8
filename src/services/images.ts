import { createHash } from 'node:crypto'
import type { Before } from '../actions/before.ts'
import type { Db } from '../db/transaction.ts'
import { bytesOfBase64, maxImageBytes } from '../domain/images.ts'
import { problem, refusal } from '../errors.ts'
import { saveImage } from '../queries/images.ts'

/** An image as it is kept: WebP of 512 x 512 pixels. */
export interface Image {
  bytes: Buffer
  /** Of the bytes: half of a SHA-256, in hex. */
  hash: string
}

/**
 * Makes the image to keep from what a caller sent.
 *
 * @param fit `whole`: with transparent bars; `centre`: cropped to the square in the middle
 * @throws ApiError when it is no image that is accepted; rate_limited when the server is busy with others
 */
export async function imageOf(
  { files, caller }: Pick<Before, 'files' | 'caller'>,
  base64: string,
  fit: 'whole' | 'centre',
): Promise<Image> {
  const sent = bytesOfBase64(base64)
  if (!sent || sent.length === 0) throw refusal([problem('image_not_base64', {})])
  if (sent.length > maxImageBytes) throw refusal([problem('image_too_large', {})])
  const made = await files.makeSquare(caller.organization.id, sent, fit)
  if (!Buffer.isBuffer(made)) throw refusal([made])
  return { bytes: made, hash: createHash('sha256').update(made).digest('hex').slice(0, 32) }
}

/** Keeps or removes the image of a person or of the organization; `say` writes its hash where it is shown. */
export async function replaceImage(
  db: Db,
  ownerId: string,
  image: Image | null,
  now: Date,
  say: (hash: string | null) => Promise<void>,
): Promise<void> {
  await saveImage(db, ownerId, image?.bytes ?? null, now)
  await say(image?.hash ?? null)
}
