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
  /** The id of a row in the page, where an address leads to it. */
  rowId?: (row: Row) => string
  /** Below the table, such as the way to the next page. */
  foot?: Child
  /** True where each row has ways on at its end: in a narrow place its values stand below each other, so that all are seen. */
  stack?: boolean
}

/** Records as rows. The first column names the record. It scrolls by itself where it is wider than the page. */
export function table<Row>({ caption, columns, rows, none, foot, stack, rowId }: Table<Row>): Child {
  if (rows.length === 0) return none
  const [first, ...others] = columns
  // A table whose parts are blocks is none to some screen readers, unless it says so.
  const role = (name: string) => stack && name
  return html`
    <div class="table-frame">
      <div class="table-scroll" tabindex="0" role="region" aria-label=${caption}>
        <table class=${stack && 'stack-rows'} role=${role('table')}>
          <thead role=${role('rowgroup')}>
            <tr role=${role('row')}>
              ${columns.map(({ name, end }) => html`<th scope="col" role=${role('columnheader')} class=${end && 'end'}>${name}</th>`)}
            </tr>
          </thead>
          <tbody role=${role('rowgroup')}>
            ${rows.map(
              (row) => html`
                <tr role=${role('row')} id=${rowId?.(row)}>
                  <th scope="row" role=${role('rowheader')}>${first?.value(row)}</th>
                  ${others.map(
                    ({ name, value, end }) =>
                      html`<td class=${end && 'end'} role=${role('cell')} data-name=${stack && name}>
                        ${value(row)}
                      </td>`,
                  )}
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
