import { Refused } from './refused.ts'
import { contentTypes } from './content-types.ts'
import { tagsOf, type Tag } from './xml.ts'
import type { Zip } from './zip.ts'

/**
 * The content type of a document of LibreOffice.
 *
 * @throws Refused when it is none that is accepted, or has macros, is encrypted, or loads something when it is opened
 */
export function requireOpenDocument(zip: Zip): string {
  const [first] = zip.entries.toSorted((a, b) => a.offset - b.offset)
  if (first!.name !== 'mimetype' || first!.method !== 0) throw new Refused('file_damaged')
  const type = zip.part('mimetype').toString('latin1').trim()
  // An encrypted content is no XML, so what says that it is encrypted comes first.
  for (const name of zip.names.toSorted(
    (a, b) => Number(b.startsWith('META-INF/')) - Number(a.startsWith('META-INF/')),
  )) {
    if (isMacro(name)) throw new Refused('file_has_macros')
    // The content, and those of charts and formulas in it.
    if (/(^|\/)[\w-]+\.(xml|rdf)$/.test(name)) for (const tag of tagsOf(zip.part(name))) refuseTag(tag)
  }
  if (type !== contentTypes.odt && type !== contentTypes.ods) throw new Refused('file_type_not_accepted')
  if (!zip.names.includes('content.xml')) throw new Refused('file_damaged')
  return type
}

/** Lists of libraries are also in documents without macros. */
const isMacro = (name: string) =>
  /^(Basic|Scripts|Dialogs)\/./i.test(name) &&
  !/(script|dialog)-l[bc]\.xml$/i.test(name) &&
  !name.endsWith('/')

const objects = ['plugin', 'applet', 'floating-frame', 'object-ole']
const loading = ['dde-source', 'dde-connection-decl', 'dde-connection', 'dde-link']
const clicked = ['a', 'button', 'area-rectangle', 'area-circle', 'area-polygon']

function refuseTag(tag: Tag): void {
  if (tag.name === 'encryption-data') throw new Refused('file_is_encrypted')
  if (tag.name === 'event-listener') throw new Refused('file_has_macros')
  if (objects.includes(tag.name)) throw new Refused('file_has_files_inside')
  if (loading.includes(tag.name)) throw new Refused('file_acts_by_itself')
  if (tag.values('formula').some((formula) => /\bDDE\s*\(/i.test(formula)))
    throw new Refused('file_acts_by_itself')
  for (const target of tag.values('href')) refuseTarget(tag, target)
}

function refuseTarget(tag: Tag, target: string): void {
  if (/^(vnd\.sun\.star\.|macro:|javascript:)/i.test(target.trim())) throw new Refused('file_has_macros')
  // Links are followed by a click. Everything else is loaded when the document is opened.
  if (!clicked.includes(tag.name) && /^\s*(\\\\|\/\/|[a-z][\w+.-]+:)/i.test(target) && !isOnOwnDisk(target))
    throw new Refused('file_acts_by_itself')
}

/** The template that a document was made from stays named in it. A file of the reader's own machine is nothing of a sender's. */
export const isOnOwnDisk = (target: string): boolean =>
  /^(file:\/\/\/)?[a-z]:[\\/]|^file:\/\/\/(?!\/)[^\\]/i.test(target)
