import { Refused } from './refused.ts'

/** The beginning of an element, and its text. Attributes are read when they are asked for: most elements are never asked. */
export class Tag {
  /** Without the prefix. */
  readonly name: string
  /** The text up to the next element, also in CDATA, with comments and instructions left out. */
  text = ''
  readonly #attributes: string

  constructor(inside: string) {
    const name = /^[^\s/>]*/.exec(inside)![0]
    this.name = withoutPrefix(name)
    this.#attributes = inside.slice(name.length)
  }

  /** All values of attributes of a name, whatever their prefixes. */
  values(name: string): string[] {
    if (!this.#attributes.includes(name)) return []
    return attributesIn(this.#attributes).flatMap(([one, value]) => (one === name ? value : []))
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const maxTagLength = 1_000_000

/**
 * The elements of an XML file, one after the other.
 *
 * @throws Refused for what Office files do not have and by which something could be hidden: declarations of types and
 *   encodings other than UTF-8 and UTF-16
 */
export function* tagsOf(bytes: Buffer): Generator<Tag> {
  const text = decode(bytes)
  let tag: Tag | undefined
  for (let at = 0; ;) {
    const next = text.indexOf('<', at)
    if (tag) tag.text += characters(text.slice(at, next === -1 ? text.length : next))
    if (next === -1) break
    if (text.startsWith('<!--', next)) at = after(text, '-->', next)
    else if (text.startsWith('<![CDATA[', next)) {
      at = after(text, ']]>', next)
      if (tag) tag.text += text.slice(next + '<![CDATA['.length, at - ']]>'.length)
    } else if (text.startsWith('<!', next)) throw new Refused('file_damaged')
    else if (text.startsWith('<?', next)) at = after(text, '?>', next)
    else {
      if (tag) yield tag
      const end = endOfTag(text, next)
      tag = text[next + 1] === '/' ? undefined : new Tag(text.slice(next + 1, end))
      at = end + 1
    }
  }
  if (tag) yield tag
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('file_damaged')
  }
}

/** Tells whether a part is XML, by its first sign. */
export function isXml(bytes: Buffer): boolean {
  let at = bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0
  while (spaces.includes(bytes[at]!)) at++
  // A mark of UTF-16 comes first, or a zero where it is missing.
  return (
    bytes[at] === lessThan ||
    [0xfffe, 0xfeff, lessThan].includes(bytes.length > 1 ? bytes.readUInt16BE(0) : -1)
  )
}

const lessThan = 0x3c
const spaces = [0x20, 0x09, 0x0a, 0x0d]

/**
 * The encoding of an XML file.
 *
 * @throws Refused for another one than UTF-8 and UTF-16
 */
export function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') return mark === 'fffe' ? 'utf-16le' : 'utf-16be'
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(
    bytes.toString('latin1', bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0, 200),
  )?.[1]
  // Text in UTF-16 without a mark has zeros when it is read as UTF-8.
  if ((declared !== undefined && !/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(declared)) || bytes.includes(0))
    throw new Refused('file_damaged')
  return 'utf-8'
}

function after(text: string, end: string, at: number): number {
  const found = text.indexOf(end, at)
  if (found === -1) throw new Refused('file_damaged')
  return found + end.length
}

/** The `>` of the tag, past those in values. */
function endOfTag(text: string, at: number): number {
  let quote = ''
  for (let index = at + 1; index < Math.min(text.length, at + maxTagLength); index++) {
    const one = text[index]!
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = one
    else if (one === '>') return index
  }
  throw new Refused('file_damaged')
}

/** The attributes of an element, in time that grows as its length does: from one sign of equality to the next. */
function attributesIn(text: string): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let at = 0, equals = text.indexOf('='); equals !== -1; equals = text.indexOf('=', at)) {
    const space = /\s*/y
    space.lastIndex = equals + 1
    space.exec(text)
    const begin = space.lastIndex
    const quote = text[begin]
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, begin + 1) : -1
    const name = text
      .slice(at, equals)
      .trim()
      .split(/[\s/"']+/)
      .at(-1)!
    at = end === -1 ? equals + 1 : end + 1
    if (end !== -1) found.push([withoutPrefix(name), characters(text.slice(begin + 1, end))])
  }
  return found
}

const withoutPrefix = (name: string) => name.slice(name.lastIndexOf(':') + 1)

/** The text with its references to characters resolved. */
function characters(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
