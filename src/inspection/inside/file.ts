import { createHash } from 'node:crypto'
import { officeType } from './office.ts'
import { requirePdf } from './pdf/pdf.ts'
import { requirePicture } from './pixels.ts'
import { Refused } from './refused.ts'
import { pieces, type Source } from './source.ts'
import { contentTypes } from './content-types.ts'
import { formatOf } from './types.ts'

export interface Inspected {
  content_type: string
  /** Lower-case hex. */
  sha256: string
  /** In bytes. */
  size: number
}

/**
 * Judges a file by its bytes.
 *
 * @param declared the content type that it is said to have; it must have it
 * @throws Refused
 */
export async function inspect(source: Source, declared: string): Promise<Inspected> {
  const content_type = await typeOf(source, declared)
  if (content_type !== declared) throw new Refused('file_type_mismatch', { declared, found: content_type })
  const hash = createHash('sha256')
  for (const { bytes } of pieces(source)) hash.update(bytes)
  return { content_type, sha256: hash.digest('hex'), size: source.size }
}

async function typeOf(source: Source, declared: string): Promise<string> {
  const format = await formatOf(source)
  if (format === 'zip') return officeType(source)
  // A table is a text, too: nothing in the bytes tells them apart.
  if (format === 'text') return declared === contentTypes.csv ? contentTypes.csv : contentTypes.text
  if (format === 'pdf') requirePdf(source)
  else requirePicture(source, format)
  return contentTypes[format]
}
