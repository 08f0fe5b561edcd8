import { html, type Child } from '../html.ts'

export interface Branch {
  name: Child
  /** A word beside the name. */
  mark?: Child
  /** A line below the name. */
  note?: Child
  end?: Child
  below: readonly Branch[]
}

/** Records below each other, as they belong to each other. */
export const tree = (label: string, tops: readonly Branch[]): Child => html`
  <div class="tree" role="region" aria-label=${label}>${level(tops)}</div>
`

const level = (branches: readonly Branch[]): Child => html`
  <ul>
    ${branches.map(
      ({ name, mark, note, end, below }) => html`
        <li>
          <div class="tree-row">
            <div class="tree-text">
              <span class="tree-name">${name}</span
              >${mark && html`<span class="tree-mark">${mark}</span>`}${note && html`<span class="note">${note}</span>`}
            </div>
            ${end && html`<div class="tree-end">${end}</div>`}
          </div>
          ${below.length > 0 && level(below)}
        </li>
      `,
    )}
  </ul>
`
