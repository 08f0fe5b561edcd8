import { html, type Child } from '../html.ts'

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger'

/** A short word about a record, such as its status. The tone only underlines what the word says. */
export const badge = (text: Child, tone: Tone = 'plain'): Child =>
  html`<span class=${`badge ${tone}`}>${text}</span>`
