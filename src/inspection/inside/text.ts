import { Refused } from './refused.ts'
import { pieces, type Source } from './source.ts'

const encodings: [string, string][] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
]

/** The encoding: what a byte order mark says, else UTF-8. */
function encodingOf(head: Buffer): string {
  const text = head.toString('latin1', 0, 3)
  return encodings.find(([mark]) => text.startsWith(mark))?.[1] ?? 'utf-8'
}

/** The beginning of a file as text, whether or not it is one. */
export function textOf(head: Buffer): string {
  return new TextDecoder(encodingOf(head)).decode(head)
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\x00-\x08\x0b\x0e-\x1f\x7f]/

/**
 * Refuses what is no text: bytes that are no characters, and control characters but tab, line and page breaks.
 * Markup is refused, too, because browsers and programs run it, and mails, because they hold files.
 */
export function requireText(source: Source): void {
  const head = source.read(0, 4096)
  const decoder = new TextDecoder(encodingOf(head), { fatal: true })
  for (const { bytes, isLast } of pieces(source)) {
    let text
    try {
      text = decoder.decode(bytes, { stream: !isLast })
    } catch {
      throw new Refused('file_type_not_accepted')
    }
    if (controls.test(text)) throw new Refused('file_type_not_accepted')
  }
  refuseMarkup(textOf(head))
}

/** Elements with which pages begin. Another name counts where it has a namespace. */
const elements =
  /^<(!doctype|!entity|\?xml|(?:[\w.-]+:)?(?:html|head|body|title|script|style|svg|math|iframe|frameset|object|embed|applet|link|meta|base|form|img|image|video|audio|table|div|span|font|center|marquee|isindex|template|a|b|p|br|h[1-6]|package|job|component|scriptlet|registration|xsl:stylesheet|stylesheet)\b|[\w.:-]+[^<>]*\sxmlns\b)/i

/** Headers of which a mail has several at its beginning. */
const mailHeaders = /^(received|return-path|mime-version|message-id|content-type|dkim-signature|x-[\w-]+):/i

function refuseMarkup(text: string): void {
  // White space and comments may stand before the first element, and instructions to programs.
  let rest = text.replace(/^\ufeff/, '').trimStart()
  for (let length = -1; length !== rest.length;) {
    length = rest.length
    if (/^<\?(xml|php|=|mso)/i.test(rest)) throw new Refused('file_is_program')
    rest = rest.replace(/^<!--[^]*?(-->|$)|^<\?[^]*?(\?>|$)|^<!\[CDATA\[[^]*?(\]\]>|$)/, '').trimStart()
  }
  if (rest === '' && text.includes('<!--')) throw new Refused('file_is_program')
  if (elements.test(rest)) throw new Refused('file_is_program')
  if (/^\{\\(rt|urtf)/i.test(rest)) throw new Refused('file_type_not_accepted')
  const lines = rest.split(/\r?\n/)
  const end = lines.indexOf('')
  const headers = lines.slice(0, end === -1 ? lines.length : end)
  if (headers.filter((line) => mailHeaders.test(line)).length >= 2)
    throw new Refused('file_type_not_accepted')
}
