/** A mail before it has a form: what it says, in order. HTML and text are both made of it. */
export interface Letter {
  /** The language it is written in: `en`, `de`. */
  language: string
  /** The address of the logo of whoever writes; left out: there is none. It has no text: the name stands in the letter. */
  logo?: string | undefined
  subject: string
  title: string
  paragraphs: readonly string[]
  /** Lines of a list after the paragraphs. */
  list?: readonly string[]
  link?: { label: string; url: string }
  /** Paragraphs after the link. */
  notes: readonly string[]
  /** Why the receiver gets this. */
  footer: string
}

/**
 * A name for a line of a mail. Names from before may hold line breaks, which would look like lines of ours or begin
 * headers, and marks that turn the direction of what follows.
 */
export function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}
