import { refuseInnerFile } from './inner.ts'
import { isOnOwnDisk, requireOpenDocument } from './open-document.ts'
import { Refused } from './refused.ts'
import type { Source } from './source.ts'
import { contentTypes } from './content-types.ts'
import { tagsOf, valueOf } from './xml.ts'
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
    if (isWorkbook) {
      if (nesting >= maxNesting || isOpenDocument) throw new Refused('file_has_files_inside')
      officeType(isWorkbook, nesting + 1)
    }
  }
  return type
}

function requireOffice(zip: Zip): string {
  const types = [...tagsOf(zip.part('[Content_Types].xml'))].map((tag) => valueOf(tag, 'ContentType') ?? '')
  if (types.some((type) => macros.test(type)) || zip.names.some((name) => macroParts.test(name)))
    throw new Refused('file_has_macros')
  if (types.some((type) => /activeX|oleObject/i.test(type))) throw new Refused('file_has_files_inside')
  for (const name of zip.names) {
    if (/\.rels$/i.test(name)) refuseRelations(zip.part(name))
    if (/\.xml$/i.test(name)) refuseCommands(name, zip.part(name))
  }
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
    const [type, target] = [valueOf(tag, 'Type') ?? '', valueOf(tag, 'Target') ?? '']
    if (macros.test(type)) throw new Refused('file_has_macros')
    if (objects.test(type)) throw new Refused('file_has_files_inside')
    if (/\/webextension/i.test(type)) throw new Refused('file_acts_by_itself')
    const isExternal = valueOf(tag, 'TargetMode')?.toLowerCase() === 'external'
    if (isExternal && !externalAllowed.test(type) && !isOnOwnDisk(target))
      throw new Refused('file_acts_by_itself')
  }
}

/** Fields of Word and links of Excel that start other programs or load files. */
function refuseCommands(name: string, bytes: Buffer): void {
  let fields = ''
  // Relations that are none of these need no look: texts and cells are most of a file.
  const isWord = /^word\//i.test(name)
  if (!isWord && !/externalLinks?\//i.test(name)) return
  for (const tag of tagsOf(bytes)) {
    if (tag.name === 'ddeLink' || tag.name === 'oleLink') throw new Refused('file_acts_by_itself')
    if (!isWord) continue
    if (tag.name === 'instrText') fields += tag.text
    else if (tag.name === 'fldSimple') fields += ` ${valueOf(tag, 'instr') ?? ''} `
    else if (tag.name === 'fldChar') fields += ' '
    else if (tag.name === 'altChunk') throw new Refused('file_has_files_inside')
  }
  if (/\b(DDE|DDEAUTO)\b/i.test(fields) || /\bINCLUDE(TEXT|PICTURE)\s+"?\s*(\w{2,}:|\\\\)/i.test(fields))
    throw new Refused('file_acts_by_itself')
}
