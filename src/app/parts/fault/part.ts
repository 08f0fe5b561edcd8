import { html, type Child } from '../html.ts'

/** A cell of a file, and what is wrong with it. */
export const fault = (value: string, messages: readonly string[]): Child => html`
  <div class="fault">
    <b>${value === '' ? '–' : value}</b>
    ${messages.map((message) => html`<span>${message}</span>`)}
  </div>
`
