import type { CallDb, Composed } from './transaction.ts'

/**
 * A transaction in which queries read the rows that they would lock. The transaction must be read only: PostgreSQL refuses
 * a locking clause there, so one that this does not know fails, and locks nothing. A query that was sent before is answered
 * with the same rows: whoever gets them must not change them.
 */
export function withoutLocks(db: CallDb): CallDb {
  const known = new Map<string, Promise<unknown[]>>()
  const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const asked = JSON.stringify([text, values])
    const rows = known.get(asked) ?? db.query<Row>(unlocked(text), values)
    known.set(asked, rows)
    return rows as Promise<Row[]>
  }
  return {
    orgId: db.orgId,
    get vault() {
      return db.vault
    },
    query,
    run: (builder) => db.run(unlockedBuilder(builder)),
    runInBatches: (builder) => db.runInBatches(unlockedBuilder(builder)),
    last: (work) => work(),
  }
}

const clause =
  /\s+for (?:no key update|update|key share|share)(?: of \w+(?:, \w+)*)?(?: skip locked| nowait)?(?=\s*(?:\)|$))/g

/** A query without its locking clauses. */
export const unlocked = (text: string): string => text.replace(clause, '')

function unlockedBuilder(builder: Composed): Composed {
  const { sql, bindings } = builder.toSQL().toNative()
  return { toSQL: () => ({ toNative: () => ({ sql: unlocked(sql), bindings }) }) }
}
