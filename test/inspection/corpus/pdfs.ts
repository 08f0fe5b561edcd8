import { createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { sample, type Sample } from './file.ts'
import { zip } from './zip.ts'

interface PdfOptions {
  /** Keys of the catalogue, of the page and of the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  /** Further objects, from number 5 on. */
  objects?: (string | Buffer)[]
  header?: string
  /** What the page shows. */
  shows?: string
}

/** A PDF with one page, and a table of its objects. */
export function pdf({
  catalog = '',
  page = '',
  trailer = '',
  objects = [],
  header = '%PDF-1.7\n',
  shows = 'Hello',
}: PdfOptions = {}): Buffer {
  const content = `BT /F1 18 Tf 20 100 Td (${shows}) Tj ET`
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...objects,
  ]
  const parts: Buffer[] = [Buffer.from(header, 'latin1')]
  const offsets: number[] = []
  let start = header.length
  for (const [index, object] of all.entries()) {
    offsets.push(start)
    const bytes = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(bytes)
    start += bytes.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table)])
}

/** A stream of objects that holds these, by their numbers. */
export function objectStream(
  objects: [number: number, text: string][],
  { keys = '', pack = deflateSync as (bytes: Buffer) => Buffer, filter = '/Filter /FlateDecode' } = {},
): Buffer {
  let body = ''
  const heads = objects.map(([number, text]) => {
    const head = `${number} ${body.length}`
    body += `${text} `
    return head
  })
  const first = `${heads.join(' ')} `
  const packed = pack(Buffer.from(first + body, 'latin1'))
  const dictionary = `<< /Type /ObjStm /N ${objects.length} /First ${first.length} /Length ${packed.length} ${filter} ${keys} >>`
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), packed, Buffer.from('\nendstream')])
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const runs = 'file_acts_by_itself'
const accepted = 'accepted'

/** A form with a field that is calculated, and one that is checked as it is typed. */
const form = (objects: string[] = []) =>
  pdf({
    catalog: '/AcroForm << /Fields [5 0 R 6 0 R] /CO [6 0 R] /DA (/Helv 12 Tf 0 g) >>',
    page: '/Annots [5 0 R 6 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (days) /Rect [20 20 120 40] /P 3 0 R /AA << /K << /S /JavaScript /JS (AFNumber_Keystroke\\(0, 0, 0, 0, "", true\\);) >> /F 7 0 R >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /Rect [20 60 120 80] /P 3 0 R /AA 8 0 R >>',
      '<< /S /JavaScript /JS (AFNumber_Format\\(2, 0, 0, 0, "", true\\);) >>',
      '<< /C << /S /JavaScript /JS (AFSimple_Calculate\\("SUM", new Array\\("days"\\)\\);) >> >>',
      ...objects,
    ],
  })

const rc4Like = createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16))
  .update(Buffer.alloc(64))
  .toString('hex')
const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${rc4Like.slice(0, 64)}> /U <${rc4Like.slice(0, 64)}> /P -4 >> /ID [<00> <00>]`

/** Real documents that only look dangerous. */
const harmless: Sample[] = [
  sample('pdf', 'one page', accepted, pdf()),
  sample(
    'pdf',
    'a CV with the word JavaScript, in clear text',
    accepted,
    pdf({ shows: 'TypeScript/JavaScript, /S /JavaScript, /Launch, /EmbeddedFiles' }),
  ),
  sample(
    'pdf',
    'a title that names an action',
    accepted,
    pdf({ trailer: '/Info << /Title (<< /S /Launch /F \\(cmd.exe\\) >>) >>' }),
  ),
  sample(
    'pdf',
    'a comment that names an action',
    accepted,
    pdf({ catalog: '\n% /OpenAction << /S /JavaScript /JS (x) >>\n' }),
  ),
  sample('pdf', 'a form with scripts of its fields', accepted, form()),
  sample(
    'pdf',
    'a form whose button asks by a script',
    accepted,
    form([`<< /Type /Annot /Subtype /Widget /FT /Btn /T (ask) /Rect [0 0 9 9] /A ${script} >>`]),
  ),
  sample(
    'pdf',
    'a form with its fields in a stream of objects',
    accepted,
    pdf({
      catalog: '/AcroForm << /Fields [7 0 R] >>',
      page: '/Annots [7 0 R]',
      objects: [
        objectStream([
          [7, `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /C 8 0 R >> >>`],
          [8, script],
        ]),
      ],
    }),
  ),
  sample(
    'pdf',
    'a link to the internet',
    accepted,
    pdf({
      page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>]',
    }),
  ),
  sample('pdf', 'a page to open at', accepted, pdf({ catalog: '/OpenAction [3 0 R /Fit]' })),
  sample(
    'pdf',
    'an action that goes to a page',
    accepted,
    pdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' }),
  ),
  sample(
    'pdf',
    'empty trees of names',
    accepted,
    pdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> /JavaScript << /Names [] >> >>' }),
  ),
  sample(
    'pdf',
    'a second version behind the first',
    accepted,
    Buffer.concat([
      pdf(),
      Buffer.from(
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n',
      ),
    ]),
  ),
]

/** The four ways past scanners for words, and more of their kind. */
const evasions: Sample[] = [
  sample(
    'pdf',
    'evasion: a script in a stream of objects',
    runs,
    pdf({ catalog: '/OpenAction 7 0 R', objects: [objectStream([[7, script]])] }),
  ),
  sample(
    'pdf',
    'evasion: a name with a code in it',
    runs,
    pdf({ catalog: '/Open#41ction << /#53 /J#61vaScript /#4a#53 (app.alert\\(1\\)) >>' }),
  ),
  sample(
    'pdf',
    'evasion: a script behind the first page',
    runs,
    pdf({ objects: ['<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /AA << /O 6 0 R >> >>', script] }),
  ),
  sample(
    'pdf',
    'evasion: an embedded file in a stream of objects',
    'file_has_files_inside',
    pdf({ objects: [objectStream([[7, '<< /Type /Filespec /F (a.exe) /EF << /F 8 0 R >> >>']])] }),
  ),
  sample(
    'pdf',
    'a stream of objects in hexadecimal, twice',
    runs,
    pdf({
      catalog: '/OpenAction 7 0 R',
      objects: [
        objectStream([[7, script]], {
          pack: (bytes) => Buffer.from(`${deflateSync(bytes).toString('hex')}>`),
          filter: '/Filter [/AHx /Fl]',
        }),
      ],
    }),
  ),
  sample(
    'pdf',
    'a stream of objects whose filter is elsewhere',
    runs,
    pdf({
      catalog: '/OpenAction 7 0 R',
      objects: [objectStream([[7, script]], { filter: '/Filter 6 0 R' }), '/FlateDecode'],
    }),
  ),
  sample(
    'pdf',
    'a stream of objects by a filter that is not known',
    'file_too_complex',
    pdf({ objects: [objectStream([[7, script]], { filter: '/Filter /Crypt' })] }),
  ),
  sample(
    'pdf',
    'a stream of objects that cannot be unpacked',
    'file_damaged',
    pdf({ objects: [objectStream([[7, script]], { pack: (bytes) => bytes })] }),
  ),
  sample(
    'pdf',
    'a stream of objects that never ends',
    'file_expands_too_much',
    pdf({ objects: [objectStream([[7, ' '.repeat(80e6)]])] }),
  ),
  sample(
    'pdf',
    'an object hidden in a stream',
    runs,
    pdf({
      catalog: '/OpenAction 9 0 R',
      objects: [`<< /Length 80 >>\nstream\n9 0 obj\n${script}\nendobj\nendstream`],
    }),
  ),
  sample(
    'pdf',
    'an object that no table has',
    runs,
    Buffer.concat([pdf({ catalog: '/OpenAction 9 0 R' }), Buffer.from(`9 0 obj ${script} endobj\n%%EOF\n`)]),
  ),
  sample(
    'pdf',
    'a number with comments behind it',
    runs,
    pdf({ catalog: '/OpenAction 9 0 R', objects: [`<< >> endobj 9 %x\n0 % y\nobj ${script}`] }),
  ),
  sample(
    'pdf',
    'a number too far away',
    'file_damaged',
    pdf({ catalog: '/OpenAction 9 0 R', objects: [`<< >> endobj 9 0 %${'x'.repeat(400)}\nobj ${script}`] }),
  ),
  sample(
    'pdf',
    'a key that is there twice',
    runs,
    pdf({ catalog: `/OpenAction [3 0 R /Fit] /OpenAction ${script}` }),
  ),
  sample(
    'pdf',
    'an action after another one',
    runs,
    pdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [5 0 R] >>', objects: [script] }),
  ),
  sample(
    'pdf',
    'a reference to a reference',
    runs,
    pdf({ catalog: '/OpenAction 5 0 R', objects: ['6 0 R', script] }),
  ),
  sample('pdf', 'a script that nothing leads to', runs, pdf({ objects: [script] })),
  sample(
    'pdf',
    'a table that leads nowhere',
    runs,
    Buffer.from(
      pdf({ catalog: '/OpenAction 5 0 R', objects: [script] })
        .toString('latin1')
        .replace(/\d{10} 00000 n/g, '0000000007 00000 n'),
      'latin1',
    ),
  ),
]

const dangerous: Sample[] = [
  sample('pdf', 'a script at opening', runs, pdf({ catalog: `/OpenAction ${script}` })),
  sample(
    'pdf',
    'a script of the document',
    runs,
    pdf({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', objects: [script] }),
  ),
  sample(
    'pdf',
    'a script of the document, when it is closed',
    runs,
    pdf({ catalog: `/AA << /WC ${script} >>` }),
  ),
  sample('pdf', 'a script of the page', runs, pdf({ page: `/AA << /O ${script} >>` })),
  sample(
    'pdf',
    'a script when the page is closed',
    runs,
    pdf({ page: '/AA 5 0 R', objects: [`<< /C ${script} >>`] }),
  ),
  sample(
    'pdf',
    'a script of a field when its page is opened',
    runs,
    form(['<< /Type /Annot /Subtype /Widget /FT /Tx /T (x) /Rect [0 0 9 9] /AA << /PO 7 0 R >> >>']),
  ),
  sample(
    'pdf',
    'a program that is started',
    runs,
    pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
  ),
  sample(
    'pdf',
    'a program behind a link',
    runs,
    pdf({
      page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /Win << /F (cmd.exe) >> >> >>]',
    }),
  ),
  sample(
    'pdf',
    'a form that is sent',
    runs,
    pdf({
      page: '/Annots [<< /Subtype /Widget /FT /Btn /T (s) /Rect [0 0 9 9] /A << /S /SubmitForm /F (https://example.com) >> >>]',
    }),
  ),
  sample(
    'pdf',
    'a form that is filled from a file',
    runs,
    pdf({ page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /ImportData /F (x.fdf) >> >>]' }),
  ),
  sample(
    'pdf',
    'an address that opens by itself',
    runs,
    pdf({ catalog: '/OpenAction << /S /URI /URI (https://example.com) >>' }),
  ),
  sample(
    'pdf',
    'a document elsewhere that opens by itself',
    runs,
    pdf({ page: '/AA << /O << /S /GoToE /F (\\\\\\\\host\\\\share) /D [0 /Fit] >> >>' }),
  ),
  sample(
    'pdf',
    'a form of XFA',
    runs,
    pdf({
      catalog: '/AcroForm << /Fields [] /XFA 5 0 R >>',
      objects: ['<< /Length 5 >>\nstream\n<xdp>\nendstream'],
    }),
  ),
  sample('pdf', 'a film', runs, pdf({ page: '/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] >>]' })),
  sample(
    'pdf',
    'a model in three dimensions',
    runs,
    pdf({ page: '/Annots [<< /Subtype /3D /Rect [0 0 9 9] >>]' }),
  ),
  sample(
    'pdf',
    'an embedded file',
    'file_has_files_inside',
    pdf({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>',
      objects: [
        '<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>',
        '<< /Type /EmbeddedFile /Length 2 >>\nstream\nMZ\nendstream',
      ],
    }),
  ),
  sample(
    'pdf',
    'an attachment on the page',
    'file_has_files_inside',
    pdf({ page: '/Annots [<< /Subtype /FileAttachment /Rect [0 0 9 9] >>]' }),
  ),
  sample('pdf', 'a portfolio', 'file_has_files_inside', pdf({ catalog: '/Collection << >>' })),
  sample('pdf', 'an encrypted one', 'file_is_encrypted', pdf({ trailer: encryption })),
  sample(
    'pdf',
    'one that is encrypted by its stream of objects',
    'file_is_encrypted',
    pdf({
      objects: [
        '<< /Type /XRef /W [1 2 1] /Root 1 0 R /Encrypt 6 0 R /Length 0 >>\nstream\n\nendstream',
        '<< /Filter /Standard >>',
      ],
    }),
  ),
]

const broken: Sample[] = [
  sample('pdf', 'a PDF that is cut off', 'file_damaged', pdf().subarray(0, 400)),
  sample('pdf', 'a header and nothing more', 'file_damaged', '%PDF-1.7\n%%EOF\n'),
  sample('pdf', 'a PDF behind something else', 'file_is_two_formats', pdf({ header: 'GIF89a\n%PDF-1.7\n' })),
  sample(
    'pdf',
    'a PDF that is a ZIP, too',
    'file_is_two_formats',
    Buffer.concat([pdf(), zip([{ name: 'a.class', data: 'x' }])]),
  ),
  sample(
    'pdf',
    'a PDF with a page for browsers behind it',
    'file_is_two_formats',
    Buffer.concat([pdf(), Buffer.from('<html><script>alert(1)</script>')]),
  ),
  sample(
    'pdf',
    'long lists that many objects name',
    accepted,
    pdf({ objects: Array.from({ length: 50 }, () => `[${'5 0 R '.repeat(2000)}]`) }),
  ),
  sample(
    'pdf',
    'texts that never end, in each other',
    'file_too_complex',
    pdf({ objects: Array.from({ length: 6000 }, () => '(') }),
  ),
  sample(
    'pdf',
    'numbers that lead to many others, and these again',
    'file_too_complex',
    pdf({
      objects: [
        '<< /JavaScript 6 0 R >>',
        ...[6, 7, 8, 9, 10, 11, 12].map((number) =>
          Array.from({ length: 12 }, () => `${number + 1} 0 R`).join(`\nendobj\n${number} 0 obj\n`),
        ),
      ],
    }),
  ),
  sample('pdf', 'arrays in arrays', 'file_too_complex', pdf({ objects: ['['.repeat(100_000)] })),
  sample(
    'pdf',
    'a dictionary without an end',
    'file_damaged',
    Buffer.concat([pdf(), Buffer.from('9 0 obj << /S /Launch /F (x')]),
  ),
  sample('png', 'a PDF that is said to be a picture', 'file_type_mismatch', pdf()),
]

export const pdfs = [...harmless, ...evasions, ...dangerous, ...broken]
