/** Text that is HTML already, and must not be escaped again. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Part = Html | string | number | false | null | undefined | Part[]

/** HTML from a template. Values are escaped, except those that are HTML; nothing comes of false, null and undefined. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + textOf(parts[i - 1]) + string))
}

/** The text for use in HTML, also in attributes with quotation marks. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The parts with something between them. */
export function joined(parts: Part[], between: Part): Part[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]))
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part === false || part === null || part === undefined ? '' : escaped(String(part))
}
