import { html, type Child } from '../html.ts'

/** A message at the top of a page or beside what it is about. Screen readers announce it. */
export const notice = (text: Child, tone: 'good' | 'plain' | 'warn' = 'plain'): Child =>
  html`<div class=${`notice ${tone}`} role="status">${text}</div>`

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
