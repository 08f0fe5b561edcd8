import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isElsewhere } from './cluster.ts'

/** A row that a test writes: its table, and its values by column. */
export type Row = readonly [table: string, values: Readonly<Record<string, unknown>>]

/**
 * Writes rows to the tables, without any of the service. All are one statement, prepared once for each connection: one
 * after the other, they would cost more than what most tests ask then. A cluster takes one table at a time.
 */
export async function insertRows(db: pg.Pool, rows: readonly Row[]): Promise<void> {
  const parts = isElsewhere ? rows.map((row) => [row]) : [rows]
  for (const part of parts) {
    let count = 0
    const inserts = part.map(([table, values]) => {
      const places = Object.keys(values).map(() => `$${++count}`)
      return `insert into ${table} (${Object.keys(values).join(', ')}) values (${places.join(', ')})`
    })
    const last = inserts.pop()
    const others = inserts.map((insert, index) => `row_${index} as (${insert})`)
    const text = others.length > 0 ? `with ${others.join(', ')} ${last}` : last!
    const name = createHash('sha1').update(text).digest('hex')
    await db.query({ name, text, values: part.flatMap(([, values]) => Object.values(values)) })
  }
}
