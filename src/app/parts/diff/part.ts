import { html, type Child } from '../html.ts'

export interface Change {
  field: Child
  /** Left out: nothing was there. */
  before?: Child
  after?: Child
}

export interface DiffWords {
  field: string
  before: string
  after: string
  /** The word where nothing was or will be. */
  nothing: string
}

/** Changes of a record, field by field: what was, and what is then. */
export const diff = (changes: readonly Change[], words: DiffWords): Child => html`
  <table class="diff">
    <thead>
      <tr>
        <th scope="col">${words.field}</th>
        <th scope="col">${words.before}</th>
        <th scope="col">${words.after}</th>
      </tr>
    </thead>
    <tbody>
      ${changes.map(
        ({ field, before, after }) => html`
          <tr>
            <th scope="row">${field}</th>
            <td>${value(before, words, 'del')}</td>
            <td>${value(after, words, 'ins')}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`

function value(shown: Child, { nothing }: DiffWords, mark: 'del' | 'ins'): Child {
  if (shown === undefined || shown === null) return html`<span class="note">${nothing}</span>`
  return mark === 'del' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`
}
