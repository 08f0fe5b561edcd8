import { Marked } from 'marked'
import { escaped, Html } from './html.ts'

/**
 * Markdown of the contract as HTML. The contract is our own, so its HTML is not filtered. Names of actions become links
 * wherever they are, other names where they are code.
 *
 * @param links the address of what a name means; undefined for anything else
 */
export function markdownWith(links: (name: string) => string | undefined): (text: string) => Html {
  const marked = new Marked({
    gfm: true,
    renderer: {
      codespan({ text }) {
        const href = links(text)
        const code = `<code>${escaped(text)}</code>`
        return href === undefined ? code : `<a href="${href}">${code}</a>`
      },
    },
  })
  const linked = (text: string) =>
    text.replace(/(`[^`]*`)|\b[a-z]+\/[a-z_]+(?:\.[a-z_]+)*\b/g, (name, code?: string) => {
      const href = code === undefined ? links(name) : undefined
      return href === undefined ? name : `[${name}](${href})`
    })
  return (text) =>
    new Html(
      // Wide tables scroll in a box of their own, which the keyboard can reach.
      marked
        .parse(linked(text.trim()), { async: false })
        .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
        .replaceAll('</table>', '</table></div>'),
    )
}
