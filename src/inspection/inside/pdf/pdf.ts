import { Refused } from '../refused.ts'
import type { Source } from '../source.ts'
import { refuseSecondFormat } from '../tails.ts'
import { Objects } from './objects.ts'
import { requireSafe } from './rules.ts'

/** Readers look for the mark of the end in about so many bytes. */
const endBytes = 4096

/**
 * Judges a PDF by its structure. Words in its pages, strings and comments do not count.
 *
 * @throws Refused
 */
export function requirePdf(source: Source): void {
  const from = Math.max(0, source.size - endBytes)
  const end = source.read(from, endBytes).lastIndexOf('%%EOF')
  if (end === -1) throw new Refused('file_damaged')
  refuseSecondFormat(source, from + end + 5)
  requireSafe(new Objects(source))
}
