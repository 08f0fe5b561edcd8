import { form, hidden } from '../form.ts'
import { html } from '../html.ts'
import type { Child } from '../../html/html.ts'

/** A part of the account page. */
export const section = (id: string, title: string, about: string, ...content: Child[]): Child => html`
  <section class="section" aria-labelledby=${`${id}-title`} id=${id}>
    <header>
      <h2 id=${`${id}-title`}>${title}</h2>
      <p>${about}</p>
    </header>
    ${content}
  </section>
`

export interface Row {
  name: Child
  /** Facts worth knowing of it, a line each. */
  lines?: Child[]
  /** A form for what can be done with it. */
  action?: Child
}

/** A list of things of one kind, such as sessions. */
export const rows = (items: Row[]): Child[] =>
  items.map(
    ({ name, lines = [], action }) => html`
      <div class="row">
        <div class="row-text">
          <h3 class="row-name">${name}</h3>
          ${lines.map((line) => line && html`<p>${line}</p>`)}
        </div>
        ${action}
      </div>
    `,
  )

export const tag = (text: string, on = false): Child =>
  html`<span class=${on ? 'tag on' : 'tag'}>${text}</span>`

export interface Question {
  /** The button that opens the question: `Revoke`. */
  open: string
  /** Its name for screen readers, with what it is about: `Revoke Payroll export`. */
  label: string
  /** The question: it tells what happens then. */
  question: string
  /** The button that does it. */
  confirm: string
  action: string
  values: Record<string, string>
}

/** Something that cannot be undone: a first click asks, a second one does it. Works without scripts. */
export const ask = ({ open, label, question, confirm, action, values }: Question): Child => html`
  <details class="ask">
    <summary class="button quiet small" aria-label=${label}>${open}</summary>
    <div class="asked">
      <p>${question}</p>
      ${form({ action, fields: carried(values), submit: confirm, kind: 'danger' })}
    </div>
  </details>
`

const carried = (values: Record<string, string>): Child =>
  Object.entries(values).map(([name, value]) => hidden(name, value))

/** One button, which sends a few values. */
export const button = (
  action: string,
  values: Record<string, string>,
  submit: string,
  label?: string,
): Child => html`
  <form class="inline" method="post" action=${action}>
    ${carried(values)}
    <button class="button quiet small" type="submit" aria-label=${label}>${submit}</button>
  </form>
`
