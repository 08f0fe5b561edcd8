import { html, type Child } from '../html.ts'

export interface Change {
  field: Child
  /** Left out: nothing was there. */
  before?: Child
  after?: Child
  /** It stays as it is: it is shown, and not stressed. */
  same?: boolean
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
        ({ field, before, after, same }) => html`
          <tr class=${same && 'same'}>
            <th scope="row">${field}</th>
            <td>${value(before, words, same ? undefined : 'del')}</td>
            <td>${value(after, words, same ? undefined : 'ins')}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`

function value(shown: Child, { nothing }: DiffWords, mark?: 'del' | 'ins'): Child {
  if (shown === undefined || shown === null) return html`<span class="note">${nothing}</span>`
  if (mark === undefined) return shown
  return mark === 'del' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`
}
