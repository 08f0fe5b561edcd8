import { Refused } from './refused.ts'
import { BufferSource, type Source } from './source.ts'

const programs = [
  'MZ',
  '\x7fELF',
  '#!',
  '\xca\xfe\xba\xbe',
  '\xcf\xfa\xed\xfe',
  '\xce\xfa\xed\xfe',
  '\xfe\xed\xfa',
]
/** Documents, archives, and links of Windows. */
const files = [
  '%PDF-',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
  '\xd0\xcf\x11\xe0',
  '{\\rt',
  'BZh',
  '\xfd7zXZ',
  'MSCF',
  'ITSF',
  'L\0\0\0\x01',
]
/** Endings of names that no part of a document has, and that programs open. */
const scripts = /\.(exe|dll|com|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|msi|html?|mht|iqy|chm|sh|py)$/i

/**
 * Refuses a file in a document that is no part of it.
 *
 * @returns the bytes, when they are a ZIP, which only a workbook may be
 */
export function refuseInnerFile(name: string, bytes: Buffer): Source | undefined {
  const head = bytes.toString('latin1', 0, 16)
  const begins = (one: string) => head.startsWith(one)
  if (programs.some(begins) || scripts.test(name)) throw new Refused('file_is_program')
  if (files.some(begins)) throw new Refused('file_has_files_inside')
  if (!head.startsWith('PK\x03\x04') && !head.startsWith('PK\x05\x06')) return undefined
  if (!/^(word|xl|ppt)\/embeddings\/[^/]+\.(xlsx|docx)$/i.test(name))
    throw new Refused('file_has_files_inside')
  return new BufferSource(bytes)
}
