import { html, type Child } from '../html.ts'

/** A message at the top of a page or beside what it is about. Screen readers announce it. */
export const notice = (text: Child, tone: 'good' | 'plain' | 'warn' = 'plain'): Child =>
  html`<div class=${`notice ${tone}`} role="status">${text}</div>`

/**
 * A message on what was just done. It takes the focus: a page says nothing by itself of what stands in it when it opens. Where
 * its address leads to a place in the page, the focus is there.
 */
export const outcome = (text: Child): Child =>
  html`<div class="notice good" role="status" tabindex="-1" autofocus>${text}</div>`

export interface Problem {
  /** The id of the field that it is about. */
  id?: string | undefined
  text: Child
}

/** The problems of a form, at its top: they take the focus, and lead to each field that is wrong. */
export const problems = (title: string, found: readonly Problem[]): Child => html`
  <div class="notice danger" role="alert" tabindex="-1" autofocus>
    <p><b>${title}</b></p>
    ${
      found.length > 0 &&
      html`<ul>
        ${found.map(one)}
      </ul>`
    }
  </div>
`

const one = ({ id, text }: Problem): Child =>
  html`<li>${id === undefined ? text : html`<a href=${`#${id}`}>${text}</a>`}</li>`
