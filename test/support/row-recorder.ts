import pg from 'pg'

/** A column as the database describes it, and whether a test has seen it empty. */
export interface Answered {
  name: string
  /** The oid of its type. */
  type: number
  sawNull: boolean
}

/** Statement → its columns. */
export type Answers = ReadonlyMap<string, readonly Answered[]>

/** What the statements of this process have answered so far. */
export const answers = new Map<string, Answered[]>()

/** Of each answer, this many rows are looked at: enough to see what can be empty, and a long list stays quick. */
const rowsLookedAt = 50

interface Described {
  fields: { name: string; dataTypeID: number }[]
}

/** What a query of pg has, and its types do not declare. */
interface Query {
  text?: string
  [followed]?: { columns: Answered[]; rows: number }
  [cursorOf]?: string
  submit: (connection: object) => unknown
  handleRowDescription: (message: Described) => void
  handleDataRow: (message: { fields: unknown[] }) => void
}

const followed = Symbol('columns')
const cursorOf = Symbol('text of the cursor')

/** Connection → name of a cursor → the statement that it reads. */
const cursors = new WeakMap<object, Map<string, string>>()

/** Records the columns of all statements of this process from now on. */
export function recordAnswers(): void {
  const query = (pg as unknown as { Query: { prototype: Query } }).Query.prototype
  const { submit, handleRowDescription, handleDataRow } = query
  query.submit = function (connection) {
    const text = this.text ?? ''
    const [, declared, statement] = /^declare (\S+) no scroll cursor for ([^]*)$/.exec(text) ?? []
    if (declared) cursors.set(connection, (cursors.get(connection) ?? new Map()).set(declared, statement!))
    const [, fetched] = /^fetch \d+ from (\S+)$/.exec(text) ?? []
    const read = fetched && cursors.get(connection)?.get(fetched)
    if (read) this[cursorOf] = read
    return submit.call(this, connection)
  }
  query.handleRowDescription = function (message) {
    const text = this[cursorOf] ?? this.text
    if (text !== undefined) this[followed] = { columns: columnsOf(text, message), rows: 0 }
    handleRowDescription.call(this, message)
  }
  query.handleDataRow = function (message) {
    const at = this[followed]
    if (at && at.rows++ < rowsLookedAt)
      for (const [index, column] of at.columns.entries())
        if (message.fields[index] === null) column.sawNull = true
    handleDataRow.call(this, message)
  }
}

function columnsOf(text: string, { fields }: Described): Answered[] {
  const known = answers.get(text)
  if (known) return known
  const columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID, sawNull: false }))
  answers.set(text, columns)
  return columns
}
