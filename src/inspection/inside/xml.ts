import { Refused } from './refused.ts'

/** The beginning of an element: its name without the prefix, and its attributes, also without. */
export interface Tag {
  name: string
  /** Names that are there twice with different prefixes have all their values. */
  attributes: [name: string, value: string][]
  /** The text up to the next tag. */
  text: string
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
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (text.startsWith('<![CDATA[', at)) at = after(text, ']]>', at)
    else if (text.startsWith('<!', at)) throw new Refused('file_damaged')
    else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else {
      const end = endOfTag(text, at)
      if (text[at + 1] !== '/') yield tagOf(text.slice(at + 1, end), text, end)
      at = end + 1
    }
  }
}

function decode(bytes: Buffer): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  let text
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('file_damaged')
  }
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(text.slice(0, 200))?.[1] ?? encoding
  // Text in UTF-16 without a mark has zeros when it is read as UTF-8.
  if (!/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(declared) || text.includes('\0'))
    throw new Refused('file_damaged')
  return text
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

function tagOf(inside: string, text: string, end: number): Tag {
  const name = /^[^\s/>]*/.exec(inside)![0]
  const attributes = [...inside.slice(name.length).matchAll(/([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g)]
  const next = text.indexOf('<', end)
  return {
    name: withoutPrefix(name),
    attributes: attributes.map(([, key, value]) => [withoutPrefix(key!), characters(value!.slice(1, -1))]),
    text: characters(text.slice(end + 1, next === -1 ? text.length : next)),
  }
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

/** The value of an attribute; undefined when there is none. */
export function valueOf(tag: Tag, name: string): string | undefined {
  return tag.attributes.find(([one]) => one === name)?.[1]
}
