import { html, type Child } from '../html.ts'

export interface Column<Row> {
  name: string
  value: (row: Row) => Child
  /** Numbers and amounts end below each other. */
  end?: boolean
}

export interface Table<Row> {
  /** Its name for screen readers, where no heading says it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The words in place of a table without rows. */
  none: Child
  /** Below the table, such as the way to the next page. */
  foot?: Child
}

/** Records as rows. The first column names the record. It scrolls by itself where it is wider than the page. */
export function table<Row>({ caption, columns, rows, none, foot }: Table<Row>): Child {
  if (rows.length === 0) return none
  const [first, ...others] = columns
  return html`
    <div class="table-frame">
      <div class="table-scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <thead>
            <tr>
              ${columns.map(({ name, end }) => html`<th scope="col" class=${end && 'end'}>${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`
                <tr>
                  <th scope="row">${first?.value(row)}</th>
                  ${others.map(({ value, end }) => html`<td class=${end && 'end'}>${value(row)}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
      ${foot && html`<div class="table-foot">${foot}</div>`}
    </div>
  `
}
