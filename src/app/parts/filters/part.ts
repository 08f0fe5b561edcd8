import { linkButton, submit } from '../button/part.ts'
import { html, type Child } from '../html.ts'

export interface Filters {
  /** The address that the form leads to. */
  action: string
  /** The filters that most readers use, in one row. */
  row: Child
  /** All others, folded until one of them is used. */
  more?: { summary: string; open: boolean; fields: Child }
  submit: string
  /** The way back to no filter, while there is one. */
  clear?: { text: string; href: string } | undefined
}

/** Filters of a list: a form that answers with the same page. */
export const filters = ({ action, row, more, submit: text, clear }: Filters): Child => html`
  <form class="filters" method="get" action=${action} role="search">
    <div class="filters-row">
      ${row}
      <div class="filters-send">
        ${submit({ text, kind: 'main' })}${clear && linkButton(clear.href, { text: clear.text })}
      </div>
    </div>
    ${
      more &&
      html`<details class="fold" open=${more.open}>
        <summary>${more.summary}</summary>
        <div class="filters-more">${more.fields}</div>
      </details>`
    }
  </form>
`
