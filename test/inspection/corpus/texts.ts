import { gzipSync } from 'node:zlib'
import { sample, type Sample } from './file.ts'

const program = 'file_is_program'
const not = 'file_type_not_accepted'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

const disguises: Sample[] = [
  sample('text', 'SVG', program, svg),
  sample('png', 'SVG that is said to be a PNG', program, svg),
  sample('text', 'SVG behind a declaration', program, `<?xml version="1.0"?>${svg}`),
  sample('text', 'SVG behind a comment', program, `<!-- a photo -->\n${svg}`),
  sample('text', 'SVG behind many comments', program, `${'<!-- x -->\n'.repeat(50)}${svg}`),
  sample(
    'text',
    'SVG behind a comment that is longer than the beginning',
    program,
    `<!-- ${'x'.repeat(5000)} -->${svg}`,
  ),
  sample(
    'text',
    'SVG behind a declaration of its type',
    program,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${svg}`,
  ),
  sample('text', 'SVG behind entities', program, `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(10)}">]>${svg}`),
  sample('text', 'SVG behind a mark of its encoding', program, `\xef\xbb\xbf  ${svg}`),
  sample(
    'text',
    'SVG in UTF-16',
    program,
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg, 'utf16le')]),
  ),
  sample(
    'text',
    'SVG with a prefix',
    program,
    svg.replaceAll(/<(\/?)/g, '<$1s:').replace('xmlns', 'xmlns:s'),
  ),
  sample('text', 'SVG in capitals, behind spaces', program, `\n\n\t ${svg.toUpperCase()}`),
  sample('png', 'packed SVG', 'file_is_archive', gzipSync(svg)),
  sample('csv', 'SVG that is said to be a table', program, svg),
]

const scripts: Sample[] = [
  sample('text', 'a page for browsers', program, '<!DOCTYPE html><script>alert(1)</script>'),
  sample('text', 'a script for browsers', program, '<script>alert(1)</script>'),
  sample('text', 'a picture with a script', program, '  <img src=x onerror=alert(1)>'),
  sample('text', 'a stylesheet', program, '<?xml-stylesheet href="javascript:alert(1)"?><a/>'),
  sample('text', 'an application of Windows', program, '<html xmlns:hta="x"><hta:application/></html>'),
  sample('text', 'a script of a shell', program, '#!/bin/sh\nrm -rf /\n'),
  sample('text', 'a script of PHP', program, '<?php system($_GET[0]);'),
  sample('text', 'a script of Windows', program, '@echo off\r\ndel *.*\r\n'),
  sample('text', 'PostScript', program, '%!PS-Adobe-3.0\n(x) run\n'),
  sample(
    'text',
    'a program of Windows',
    program,
    Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), Buffer.from('PE\0\0'), Buffer.alloc(200)]),
  ),
  sample(
    'pdf',
    'a program of Linux',
    program,
    Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(100)]),
  ),
  sample('text', 'RTF', not, '{\\rtf1\\ansi{\\object\\objupdate}}'),
  sample(
    'text',
    'a mail',
    not,
    'Received: from a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed\r\n\r\nx',
  ),
]

const archives: Sample[] = [
  sample('text', 'RAR', 'file_is_archive', 'Rar!\x1a\x07\x01\0xxxxxxxx'),
  sample('text', '7-Zip', 'file_is_archive', "7z\xbc\xaf'\x1c\0\x04xxxxxxxx"),
  sample(
    'text',
    'tar',
    'file_is_archive',
    Buffer.concat([Buffer.from('a.txt'.padEnd(257, '\0')), Buffer.from('ustar\x0000'), Buffer.alloc(800)]),
  ),
  sample('docx', 'gzip', 'file_is_archive', gzipSync('x')),
]

const plain: Sample[] = [
  sample('text', 'a text', 'accepted', Buffer.from('Grüße aus Köln\n\tund mehr\n')),
  sample(
    'text',
    'a text with the word script',
    'accepted',
    'Use <script> and #!/bin/sh, and see %PDF-1.7.'.replace('%PDF-1.7', 'PDF'),
  ),
  sample('text', 'a text that begins with a bracket', 'accepted', '<ada@example.com> wrote:\n> Hello\n'),
  sample(
    'text',
    'a text in UTF-16',
    'accepted',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]),
  ),
  sample('csv', 'a table', 'accepted', 'name;days\nAda;30\n'),
  sample('text', 'a text that begins as a PDF', 'file_is_two_formats', 'Hello\n%PDF-1.7\n'),
  sample('text', 'an empty file', 'file_empty', ''),
  sample('pdf', 'an empty file that is said to be a PDF', 'file_empty', ''),
  sample('pdf', 'a text that is said to be a PDF', 'file_type_mismatch', 'Hello'),
  sample('text', 'a text of Windows, in its old encoding', not, 'Gr\xfc\xdfe'),
  sample('text', 'a text with zeros', not, 'Hello\0World'),
  sample('text', 'a text with codes for terminals', not, 'Hello \x1b[2J'),
  sample(
    'text',
    'bytes of nothing',
    not,
    Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 73) % 256)),
  ),
]

export const texts = [...disguises, ...scripts, ...archives, ...plain]
