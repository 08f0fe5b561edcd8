import { createHash } from 'node:crypto'
import type pg from 'pg'
import { forgetStatement } from './connection.ts'

/**
 * The number of composed statements that a connection keeps prepared. Each takes about 0.2 MB of the database's memory,
 * and there is one for each combination of filters.
 */
const maxComposed = 64
const maxNames = 2000

const names = new Map<string, string>()

/** The name under which a statement is prepared. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    if (names.size > maxNames) names.clear()
    names.set(text, name)
  }
  return name
}

/** The composed statements of each connection; the one used last is the last one. */
const composedOf = new WeakMap<pg.ClientBase, Set<string>>()

/** Notes that a composed statement is used. */
export function noteUse(client: pg.ClientBase, name: string): void {
  const composed = composedOf.get(client)
  if (!composed) composedOf.set(client, new Set([name]))
  else {
    composed.delete(name)
    composed.add(name)
  }
}

/**
 * Lets go of the composed statements that were used least recently, if there are too many. All queries of the connection
 * must have been answered: of one that is still running, pg would note afterwards that its statement is prepared.
 */
export function forgetOldest(client: pg.ClientBase): void {
  const composed = composedOf.get(client)
  if (!composed || composed.size <= maxComposed) return
  for (const name of [...composed].slice(0, composed.size - maxComposed)) {
    composed.delete(name)
    forgetStatement(client, name)
    client.query(`deallocate "${name}"`).catch(() => undefined)
  }
}
