import { html, type Child } from '../html.ts'

export interface Fact {
  name: Child
  value: Child
}

/** Facts about one record: what each is called, and what it is. */
export const facts = (items: readonly Fact[]): Child => html`
  <dl class="facts">
    ${items.map(
      ({ name, value }) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>
`

export interface Item {
  /** Its name, which leads to its page. */
  name: Child
  href?: string | undefined
  /** A line below its name. */
  note?: Child
  /** The end of its line: a badge, a button, a day. */
  end?: Child
}

/** Records of one kind below each other, where a table would be too much. */
export const list = (items: readonly Item[]): Child => html`
  <ul class="list">
    ${items.map(
      ({ name, href, note, end }) => html`
        <li>
          <div class="list-text">
            ${href === undefined ? html`<span class="list-name">${name}</span>` : html`<a class="list-name" href=${href}>${name}</a>`}
            ${note && html`<span class="note">${note}</span>`}
          </div>
          ${end && html`<div class="list-end">${end}</div>`}
        </li>
      `,
    )}
  </ul>
`

/** A part of a page with a heading. */
export const section = (id: string, title: Child, ...content: Child[]): Child => html`
  <section class="section" id=${id} aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${title}</h2>
    ${content}
  </section>
`
