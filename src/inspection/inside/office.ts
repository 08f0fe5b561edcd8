import { refuseInnerFile } from './inner.ts'
import { isOnOwnDisk, requireOpenDocument } from './open-document.ts'
import { Refused } from './refused.ts'
import type { Source } from './source.ts'
import { contentTypes } from './content-types.ts'
import { encodingOf, isXml, tagsOf } from './xml.ts'
import { Zip } from './zip.ts'

/** Charts bring the table that they are drawn from: a workbook in a document, and nothing in that. */
const maxNesting = 1

const main: [RegExp, string][] = [
  [/wordprocessingml\.document\.main\+xml$/, contentTypes.docx],
  [/spreadsheetml\.sheet\.main\+xml$/, contentTypes.xlsx],
]

/**
 * The content type of a ZIP that is a document of Office or of LibreOffice.
 *
 * @throws Refused when it is none, or has macros, objects, files or what loads something when it is opened
 */
export function officeType(source: Source, nesting = 0): string {
  const zip = new Zip(source)
  const isOpenDocument = zip.names.includes('mimetype')
  if (!isOpenDocument && !zip.names.includes('[Content_Types].xml')) throw new Refused('file_is_archive')
  const type = isOpenDocument ? requireOpenDocument(zip) : requireOffice(zip)
  for (const entry of zip.entries) {
    const bytes = zip.read(entry)
    const isWorkbook = refuseInnerFile(entry.name, bytes)
    if (!isOpenDocument) refusePart(entry.name, bytes)
    if (isWorkbook) {
      if (nesting >= maxNesting || isOpenDocument) throw new Refused('file_has_files_inside')
      officeType(isWorkbook, nesting + 1)
    }
  }
  return type
}

function requireOffice(zip: Zip): string {
  const types = [...tagsOf(zip.part('[Content_Types].xml'))].flatMap((tag) => tag.values('ContentType'))
  if (types.some((type) => macros.test(type)) || zip.names.some((name) => macroParts.test(name)))
    throw new Refused('file_has_macros')
  if (types.some((type) => /activeX|oleObject/i.test(type))) throw new Refused('file_has_files_inside')
  const found = main.find(([pattern]) => types.some((type) => pattern.test(type)))
  if (!found) throw new Refused('file_type_not_accepted')
  return found[1]
}

const macros = /macroEnabled|vbaProject|macrosheet|vbaData|dialogsheet/i
const macroParts = /(^|\/)(vbaProject\w*\.bin|vbaData\.xml|(intl)?macrosheets\/|dialogsheets\/)/i

/** Relations to something outside that only a click follows, and to the files of other workbooks, which are asked for. */
const externalAllowed = /\/(hyperlink|externalLinkPath|externalLinkLongPath|xlPathMissing)$/
/** Relations to what is a file of its own, or runs. */
const objects = /\/(oleObject|control|activeXControlBinary|aFChunk)$/i

function refuseRelations(bytes: Buffer): void {
  for (const tag of tagsOf(bytes)) {
    if (tag.name !== 'Relationship') continue
    const types = tag.values('Type')
    if (types.some((type) => macros.test(type))) throw new Refused('file_has_macros')
    if (types.some((type) => objects.test(type))) throw new Refused('file_has_files_inside')
    if (types.some((type) => /\/webextension/i.test(type))) throw new Refused('file_acts_by_itself')
    const isExternal = tag.values('TargetMode').some((mode) => mode.toLowerCase() === 'external')
    const targets = tag.values('Target')
    const isAllowed =
      (types.length > 0 && types.every((type) => externalAllowed.test(type))) ||
      (targets.length > 0 && targets.every(isOnOwnDisk))
    if (isExternal && !isAllowed) throw new Refused('file_acts_by_itself')
  }
}

/** Elements of fields of Word and links of Excel that start other programs or load files. */
const commands = ['instrText', 'fldSimple', 'altChunk', 'ddeLink', 'oleLink']

/**
 * Refuses a part that acts by itself. The content types say what a part is, so it may have any name and be in any folder; texts
 * and cells are most of a file, so only parts that name one of these elements are read element by element.
 */
function refusePart(name: string, bytes: Buffer): void {
  if (/\.rels$/i.test(name)) return refuseRelations(bytes)
  if (!isXml(bytes)) return
  const isPlain = encodingOf(bytes) === 'utf-8'
  if (!isPlain || commands.some((element) => bytes.includes(element))) refuseCommands(bytes)
  // Only pictures of vectors have declarations of types, by which an element could have another name.
  else if (bytes.includes('<!DOCTYPE') && !/\.svg$/i.test(name)) throw new Refused('file_damaged')
}

function refuseCommands(bytes: Buffer): void {
  let fields = ''
  for (const tag of tagsOf(bytes)) {
    if (tag.name === 'ddeLink' || tag.name === 'oleLink') throw new Refused('file_acts_by_itself')
    if (tag.name === 'altChunk') throw new Refused('file_has_files_inside')
    if (tag.name === 'instrText') fields += tag.text
    else if (tag.name === 'fldSimple') fields += ` ${tag.values('instr').join(' ')} `
    else if (tag.name === 'fldChar') fields += ' '
  }
  const said = fields.replace(/\s+/g, ' ')
  if (/\b(DDE|DDEAUTO)\b/i.test(said) || /\bINCLUDE(TEXT|PICTURE) ?"? ?(\w{2,}:|\\\\)/i.test(said))
    throw new Refused('file_acts_by_itself')
}
