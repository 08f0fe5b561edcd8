import { sample, type Sample } from './file.ts'
import { zip, type Part } from './zip.ts'

const accepted = 'accepted'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

const rels = (...all: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
const rel = (type: string, target: string, mode = '') =>
  `<Relationship Id="r1" Type="${relations}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`

interface Office {
  main?: string
  body?: string
  rels?: string
  types?: string
  parts?: Part[]
}

function docx({
  main = documentType,
  body = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>',
  rels: own,
  types: more = '',
  parts = [],
}: Office = {}): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/>${more}</Types>`,
    },
    { name: '_rels/.rels', data: rels(rel('officeDocument', 'word/document.xml')) },
    {
      name: 'word/document.xml',
      data: `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    },
    ...(own === undefined ? [] : [{ name: 'word/_rels/document.xml.rels', data: own }]),
    ...parts,
  ]
}

function xlsx({ main = workbookType, types: more = '', parts = [] }: Office = {}): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}"/>${more}</Types>`,
    },
    { name: '_rels/.rels', data: rels(rel('officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
    },
    ...parts,
  ]
}

function open(kind: 'text' | 'spreadsheet', { body = '', parts = [] as Part[], manifest = '' } = {}): Part[] {
  return [
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${kind}`, stored: true },
    {
      name: 'content.xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:body>${body}</office:body></office:document-content>`,
    },
    {
      name: 'META-INF/manifest.xml',
      data: `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${manifest}</manifest:manifest>`,
    },
    ...parts,
  ]
}

const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])
const encrypted = Buffer.concat([
  compound,
  Buffer.from('EncryptionInfo\0EncryptedPackage', 'utf16le'),
  Buffer.alloc(600),
])
const external = (type: string, target: string) => docx({ rels: rels(rel(type, target, 'External')) })
const loads = 'file_acts_by_itself'
const inside = 'file_has_files_inside'
const macros = 'file_has_macros'

const word2 = (name: string, verdict: Sample['verdict'], parts: Part[]) =>
  sample('docx', name, verdict, zip(parts))
const table = (name: string, verdict: Sample['verdict'], parts: Part[]) =>
  sample('xlsx', name, verdict, zip(parts))
const text = (name: string, verdict: Sample['verdict'], parts: Part[]) =>
  sample('odt', name, verdict, zip(parts))
const sheet = (name: string, verdict: Sample['verdict'], parts: Part[]) =>
  sample('ods', name, verdict, zip(parts))

const documents: Sample[] = [
  word2('a document', accepted, docx()),
  word2('a document with a link', accepted, external('hyperlink', 'https://example.com')),
  word2(
    'a document with a chart and its table',
    accepted,
    docx({
      parts: [{ name: 'word/embeddings/Microsoft_Excel_Sheet.xlsx', data: zip(xlsx()), stored: true }],
    }),
  ),
  word2(
    'a document with the template that it was made from',
    accepted,
    external('attachedTemplate', 'file:///C:\\Users\\ada\\Letter.dotx'),
  ),
  word2('a document with macros', macros, docx({ parts: [{ name: 'word/vbaProject.bin', data: compound }] })),
  word2(
    'a document with macros under another name',
    macros,
    docx({ types: '<Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>' }),
  ),
  word2(
    'a document with macros, written with codes',
    macros,
    docx({ main: 'application/vnd.ms-word.document.macro&#69;nabled.main+xml' }),
  ),
  word2('a template from the internet', loads, external('attachedTemplate', 'https://example.com/a.dotm')),
  word2('a template from another machine', loads, external('attachedTemplate', '\\\\host\\share\\a.dotm')),
  word2('a picture from the internet', loads, external('image', 'https://example.com/pixel.png')),
  word2('a frame from the internet', loads, external('frame', 'https://example.com/')),
  word2('an object from the internet', inside, external('oleObject', 'https://example.com/a.rtf')),
  word2('an object', inside, docx({ parts: [{ name: 'word/embeddings/oleObject1.bin', data: compound }] })),
  word2('a control of ActiveX', inside, docx({ rels: rels(rel('control', 'activeX/activeX1.xml')) })),
  word2('a page for browsers in a document', inside, docx({ rels: rels(rel('aFChunk', 'a.xml')) })),
  word2(
    'a program in a document',
    'file_is_program',
    docx({ parts: [{ name: 'word/media/image1.png', data: 'MZ\x90\0' }] }),
  ),
  word2(
    'a PDF in a document',
    inside,
    docx({ parts: [{ name: 'word/embeddings/a.bin', data: '%PDF-1.7' }] }),
  ),
  word2('an archive in a document', inside, docx({ parts: [{ name: 'word/media/a.bin', data: zip([]) }] })),
  word2(
    'a field that starts a program',
    loads,
    docx({
      body: '<w:p><w:r><w:instrText>DD</w:instrText></w:r><w:r><w:instrText>EAUTO c:\\\\windows\\\\cmd.exe</w:instrText></w:r></w:p>',
    }),
  ),
  word2(
    'a field in CDATA',
    loads,
    docx({ body: '<w:p><w:r><w:instrText><![CDATA[DDEAUTO c:\\cmd.exe]]></w:instrText></w:r></w:p>' }),
  ),
  word2(
    'a field around a comment',
    loads,
    docx({ body: '<w:p><w:r><w:instrText>DD<!-- x --><?x y?>EAUTO c:\\cmd.exe</w:instrText></w:r></w:p>' }),
  ),
  word2(
    'a field in a part of another folder and ending',
    loads,
    docx({
      parts: [
        {
          name: 'text/main.bin',
          data: '<w:document><w:instrText>DDEAUTO c:\\cmd.exe</w:instrText></w:document>',
        },
      ],
    }),
  ),
  word2(
    'a field in UTF-16',
    loads,
    docx({
      parts: [
        {
          name: 'a',
          data: Buffer.from(
            '\ufeff<w:document><w:instrText>DDEAUTO cmd</w:instrText></w:document>',
            'utf16le',
          ),
        },
      ],
    }),
  ),
  word2(
    'a picture of vectors',
    accepted,
    docx({ parts: [{ name: 'word/media/a.svg', data: '<?xml version="1.0"?><!DOCTYPE svg><svg/>' }] }),
  ),
  word2(
    'a relation with two types',
    inside,
    docx({ rels: rels('<Relationship a:Type="x" Type="y/oleObject" Target="a"/>') }),
  ),
  word2(
    'declarations of types',
    'file_damaged',
    docx({
      parts: [
        { name: 'word/a.xml', data: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
      ],
    }),
  ),
  word2(
    'a template of Word',
    'file_type_not_accepted',
    docx({ main: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml' }),
  ),
  sample('xlsx', 'a document that is said to be a workbook', 'file_type_mismatch', zip(docx())),
  sample('docx', 'an encrypted document', 'file_is_encrypted', encrypted),
  sample(
    'docx',
    'a document of old Word',
    'file_type_not_accepted',
    Buffer.concat([compound, Buffer.from('WordDocument', 'utf16le')]),
  ),
  sample(
    'text',
    'a mail of Outlook',
    'file_type_not_accepted',
    Buffer.concat([compound, Buffer.from('__properties_version1.0', 'utf16le')]),
  ),
]

const workbooks: Sample[] = [
  table('a workbook', accepted, xlsx()),
  table(
    'a workbook that is linked to another one',
    accepted,
    xlsx({
      parts: [
        {
          name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
          data: rels(rel('externalLinkPath', 'Budget.xlsx', 'External')),
        },
      ],
    }),
  ),
  table(
    'a workbook with macros',
    macros,
    xlsx({ main: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
  ),
  table(
    'a workbook with macros of old Excel',
    macros,
    xlsx({
      types:
        '<Override PartName="/xl/macrosheets/sheet1.xml" ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
    }),
  ),
  table(
    'a workbook that asks a program',
    loads,
    xlsx({
      parts: [
        {
          name: 'xl/externalLinks/externalLink1.xml',
          data: '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
        },
      ],
    }),
  ),
  table(
    'a workbook that asks a program, in another folder',
    loads,
    xlsx({ parts: [{ name: 'a/b', data: '<externalLink><ddeLink ddeService="cmd"/></externalLink>' }] }),
  ),
  table(
    'a sheet in UTF-7',
    'file_damaged',
    xlsx({ parts: [{ name: 'xl/externalLinks/a.xml', data: '<?xml version="1.0" encoding="UTF-7"?><a/>' }] }),
  ),
]

const openDocuments: Sample[] = [
  text('a text of LibreOffice', accepted, open('text')),
  sheet('a table of LibreOffice', accepted, open('spreadsheet')),
  text(
    'an empty library of macros',
    accepted,
    open('text', { parts: [{ name: 'Basic/script-lc.xml', data: '<a/>' }] }),
  ),
  sheet(
    'a table with Basic',
    macros,
    open('spreadsheet', { parts: [{ name: 'Basic/Standard/Module1.xml', data: '<a/>' }] }),
  ),
  text(
    'a text with Python',
    macros,
    open('text', { parts: [{ name: 'Scripts/python/a.py', data: 'import os' }] }),
  ),
  text(
    'a macro that starts at opening',
    macros,
    open('text', {
      body: '<script:event-listener xmlns:script="x" script:event-name="dom:load" xlink:href="vnd.sun.star.script:a"/>',
    }),
  ),
  text(
    'a text with a picture from the internet',
    loads,
    open('text', { body: '<draw:image xmlns:draw="x" xlink:href="https://example.com/a.png"/>' }),
  ),
  text(
    'a text with a link',
    accepted,
    open('text', { body: '<text:a xmlns:text="x" xlink:href="https://example.com/">x</text:a>' }),
  ),
  sheet(
    'a table that asks a program',
    loads,
    open('spreadsheet', { body: '<office:dde-source office:dde-application="soffice"/>' }),
  ),
  sheet(
    'a formula that asks a program',
    loads,
    open('spreadsheet', {
      body: '<table:table-cell xmlns:table="x" table:formula="of:=DDE(&quot;soffice&quot;;&quot;a&quot;;&quot;b&quot;)"/>',
    }),
  ),
  text(
    'a picture from the internet behind another target',
    loads,
    open('text', {
      body: '<draw:image xmlns:draw="x" draw:href="a.png" xlink:href="https://example.com/a.png"/>',
    }),
  ),
  text(
    'an encrypted text',
    'file_is_encrypted',
    open('text', {
      manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
      parts: [{ name: 'styles.xml', data: '\x01\x02<' }],
    }),
  ),
  text('an object in a text', inside, open('text', { parts: [{ name: 'Object 1', data: compound }] })),
  text('a mimetype that is not first', 'file_damaged', open('text').toReversed()),
]

const nested = (depth: number): Buffer =>
  zip([{ name: 'a.zip', data: depth === 0 ? 'x' : nested(depth - 1) }])
const zeros = Buffer.alloc(100e6)
const whole = zip(docx())
const overlapping = (): Buffer => {
  // Two entries of the directory lead to one place.
  const bytes = Buffer.from(zip([{ name: 'a', data: 'x' }, ...docx()]))
  const second = bytes.lastIndexOf('PK\x01\x02', bytes.lastIndexOf('_rels/.rels'))
  bytes.writeUInt32LE(bytes.readUInt32LE(bytes.indexOf('PK\x01\x02') + 42), second + 42)
  return bytes
}

const archives: Sample[] = [
  sample('docx', 'an archive', 'file_is_archive', zip([{ name: 'a.txt', data: 'x' }])),
  sample('docx', 'archives in archives', 'file_is_archive', nested(10)),
  sample('docx', 'an empty archive', 'file_is_archive', zip([])),
  sample(
    'docx',
    'an archive of Java',
    'file_is_archive',
    zip([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: a' }]),
  ),
  sample(
    'xlsx',
    'a workbook in a workbook in a document',
    inside,
    zip(
      docx({
        parts: [
          {
            name: 'word/embeddings/a.xlsx',
            data: zip(xlsx({ parts: [{ name: 'xl/embeddings/b.xlsx', data: zip(xlsx()) }] })),
          },
        ],
      }),
    ),
  ),
  word2('a bomb', 'file_expands_too_much', docx({ parts: [{ name: 'word/media/a.bmp', data: zeros }] })),
  word2(
    'a bomb that says that it is small',
    'file_expands_too_much',
    docx({ parts: [{ name: 'word/media/a.bmp', data: zeros.subarray(0, 5e6), size: 100 }] }),
  ),
  word2(
    'a bomb of many parts',
    'file_expands_too_much',
    docx({ parts: Array.from({ length: 10_001 }, (_, index) => ({ name: `word/${index}`, data: '' })) }),
  ),
  sample('docx', 'entries that share their bytes', 'file_expands_too_much', overlapping()),
  sample(
    'docx',
    'a document behind something else',
    'file_type_not_accepted',
    Buffer.concat([Buffer.from('\0\0\0\0'), whole]),
  ),
  sample(
    'docx',
    'a document behind something else, with right offsets',
    'file_type_not_accepted',
    zip(docx(), { before: '\x01\x02', shift: true }),
  ),
  sample(
    'docx',
    'bytes between the entries and the directory',
    'file_is_two_formats',
    zip(docx(), { between: '<script>' }),
  ),
  sample('docx', 'bytes behind the archive', 'file_is_two_formats', zip(docx(), { after: '<html>' })),
  word2('an encrypted part', 'file_is_encrypted', docx({ parts: [{ name: 'word/a', data: 'x', flags: 1 }] })),
  word2('a part outside of the folder', 'file_damaged', docx({ parts: [{ name: '../../a', data: 'x' }] })),
  word2(
    'a part that is there twice',
    'file_damaged',
    docx({ parts: [{ name: 'word/DOCUMENT.xml', data: 'x' }] }),
  ),
  word2(
    'a part with two names',
    'file_damaged',
    docx({ parts: [{ name: 'word/a', localName: 'word/b', data: 'x' }] }),
  ),
  ...[false, true].flatMap((isSigned) =>
    [false, true].map((isLong) =>
      sample(
        'docx',
        `a document whose sizes follow its parts, signed ${isSigned}, long ${isLong}`,
        'accepted',
        zip(docx().map((part) => ({ ...part, described: { isSigned, isLong } }))),
      ),
    ),
  ),
  ...[{ crc: 1 }, { packed: 3 }, { size: 3 }, { flags: 8 }, { flags: 1 }].map((local) =>
    word2(
      `a part that has another ${Object.keys(local)[0]} of ${Object.values(local)[0]} in front of it`,
      'file_damaged',
      docx({ parts: [{ name: 'word/media/a.bin', data: 'abcdefgh', local }] }),
    ),
  ),
  word2(
    'a part that says another size behind it',
    'file_damaged',
    docx({ parts: [{ name: 'word/media/a.bin', data: 'abcdefgh', described: { size: 3 } }] }),
  ),
  word2(
    'a part with something behind its compressed data',
    'file_damaged',
    docx({ parts: [{ name: 'word/media/a.bin', data: 'abcdefgh', behind: '<script>' }] }),
  ),
  sample('docx', 'a document that is cut off', 'file_damaged', whole.subarray(0, whole.length - 100)),
]

export const offices = [...documents, ...workbooks, ...openDocuments, ...archives]
