import { Refused } from './refused.ts'
import type { Source } from './source.ts'

/** The largest comment at the end of a ZIP, with the record before it: readers look for it from the end. */
const zipTail = 65_557

/**
 * Refuses a file whose end is another format: a ZIP is read from its end, so anything can stand before it.
 *
 * @param from where the file's own format ends; what follows is judged
 */
export function refuseSecondFormat(source: Source, from: number): void {
  const tail = source.read(Math.max(0, source.size - zipTail), zipTail)
  for (let at = tail.indexOf('PK\x05\x06'); at !== -1; at = tail.indexOf('PK\x05\x06', at + 1))
    // Numbers of disks: zero in every ZIP of one file. The same bytes by chance are followed by others.
    if (at + 22 > tail.length || tail.readUInt32LE(at + 4) === 0) throw new Refused('file_is_two_formats')
  const after = source.read(from, 1024 * 1024).toString('latin1')
  const start = after.replace(/^[\s\0]+/, '')
  const isOther =
    anywhere.some((one) => after.includes(one)) ||
    first.some((one) => start.startsWith(one)) ||
    markup.test(after)
  if (isOther) throw new Refused('file_is_two_formats')
}

/** Beginnings of formats that are found wherever they stand. */
const anywhere = ['%PDF-1', '%PDF-2', 'PK\x03\x04', 'Rar!\x1a', '7z\xbc\xaf\x27\x1c']
const markup = /<(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml|\?=|img|a)\b/i
/** Beginnings that are found where a file begins, and nowhere else. */
const first = ['MZ', '\x7fELF', '#!', '\xd0\xcf\x11\xe0', '\x1f\x8b', 'GIF8', 'BM']
