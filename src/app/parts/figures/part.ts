import { html, type Child } from '../html.ts'

export interface Figure {
  name: string
  value: Child
}

/** A few numbers that sum something up, beside each other. */
export const figures = (items: readonly Figure[]): Child => html`
  <dl class="figures">
    ${items.map(
      ({ name, value }) => html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `,
    )}
  </dl>
`
