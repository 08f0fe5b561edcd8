import { fileTypeFromBuffer } from 'file-type'
import { Refused } from './refused.ts'
import type { Source } from './source.ts'
import { pieces } from './source.ts'
import { requireText, textOf } from './text.ts'

/** Formats that the first bytes tell. A ZIP may be one of several. */
export type Format = 'pdf' | 'png' | 'jpeg' | 'webp' | 'heic' | 'zip' | 'text'

const signatures: [Format, number, string][] = [
  ['pdf', 0, '%PDF-'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
]
const heicBrands = ['heic', 'heix', 'heim', 'heis']

/** Formats that hold other files. */
const archives =
  /^(7z|rar|gz|bz2|xz|zst|tar|tar\.gz|lz|lz4|lzh|ar|arj|cab|cpio|deb|rpm|ace|Z|asar|crx|zip|jar|apk|xpi|dmg|rpm|cfb\.zip)$/
/** Formats that run. */
const programs = /^(exe|elf|macho|wasm|class|swf|nes|lnk|chm|ps|eps|dex|pyc|bc)$/

/**
 * The format, by the first bytes.
 *
 * @throws Refused when it is none that is accepted, or begins like one and like another one, too
 */
export async function formatOf(source: Source): Promise<Format> {
  if (source.size === 0) throw new Refused('file_empty')
  const head = source.read(0, 4100)
  const format = knownFormat(head)
  // Readers of PDF look for it in the first kilobyte, whatever stands before it.
  const pdf = /%PDF-\d/.exec(head.subarray(0, 1100).toString('latin1'))
  if (format !== 'pdf' && pdf !== null) throw new Refused('file_is_two_formats')
  if (format !== undefined) return format
  await refuseKnown(source, head)
  requireText(source)
  return 'text'
}

function knownFormat(head: Buffer): Format | undefined {
  const text = head.toString('latin1')
  const found = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))
  if (found) return found[0]
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp' && isHeic(head)) return 'heic'
  return undefined
}

/** Still images only: the box of brands names one of them. */
function isHeic(head: Buffer): boolean {
  const length = Math.min(head.readUInt32BE(0), head.length)
  const brands: string[] = head.subarray(8, length).toString('latin1').match(/.{4}/gs) ?? []
  return (
    heicBrands.includes(brands[0]!) ||
    (brands[0] === 'mif1' && heicBrands.some((one) => brands.includes(one)))
  )
}

/** @throws Refused when the bytes are of a format that has a name and is not accepted */
async function refuseKnown(source: Source, head: Buffer): Promise<void> {
  if (head.toString('latin1').startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) throw oldOffice(source)
  if (/^(#!|%!PS|@echo)/i.test(textOf(head).trimStart())) throw new Refused('file_is_program')
  const found = await fileTypeFromBuffer(head)
  if (found === undefined || found.mime.startsWith('text/') || found.ext === 'xml') return
  if (archives.test(found.ext)) throw new Refused('file_is_archive')
  if (programs.test(found.ext)) throw new Refused('file_is_program')
  throw new Refused('file_type_not_accepted')
}

/** A compound file: an old Office format, a mail of Outlook, or an encrypted document of today. */
function oldOffice(source: Source): Refused {
  const names = ['EncryptedPackage', '_VBA_PROJECT', 'Macros'].map((name) => Buffer.from(name, 'utf16le'))
  const seen = new Set<number>()
  for (const { bytes } of pieces(source, { overlap: 64 }))
    names.forEach((name, index) => bytes.includes(name) && seen.add(index))
  if (seen.has(0)) return new Refused('file_is_encrypted')
  return new Refused(seen.size > 0 ? 'file_has_macros' : 'file_type_not_accepted')
}
