import { html, type Child } from '../html.ts'

export interface Branch {
  name: Child
  href?: string | undefined
  /** Beside its name, such as how many are below. */
  end?: Child
  note?: Child
  branches: readonly Branch[]
}

/** Records below each other, as far as they are given: nested lists, which screen readers count. */
export const orgChart = (branches: readonly Branch[]): Child =>
  html`<div class="chart">${level(branches)}</div>`

const level = (branches: readonly Branch[]): Child => html`
  <ul>
    ${branches.map(
      ({ name, href, note, end, branches: below }) => html`
        <li>
          <div class="branch">
            <div class="list-text">
              ${href === undefined ? html`<span class="list-name">${name}</span>` : html`<a class="list-name" href=${href}>${name}</a>`}
              ${note && html`<span class="note">${note}</span>`}
            </div>
            ${end && html`<div class="branch-end">${end}</div>`}
          </div>
          ${below.length > 0 && level(below)}
        </li>
      `,
    )}
  </ul>
`
