import type { Socket } from 'node:net'
import type pg from 'pg'

/** The part of a client of pg that its types do not declare. */
interface Inner {
  processID: number
  connection: {
    stream: Socket
    /** The texts of the prepared statements, by name. */
    parsedStatements: Record<string, string>
  }
}

const inner = (client: pg.ClientBase) => client as unknown as Inner

/** The socket of a connection. */
export const streamOf = (client: pg.ClientBase): Socket => inner(client).connection.stream

/** The number of the server process of a connection. */
export const processIdOf = (client: pg.ClientBase): number => inner(client).processID

/**
 * Notes the number of the server process that a connection asked for: a pooler invents one when it takes a connection, and by
 * that nothing could be cancelled.
 *
 * @returns whether there is a pooler
 */
export function noteProcessId(client: pg.ClientBase, processId: number): boolean {
  const isPooled = inner(client).processID !== processId
  inner(client).processID = processId
  return isPooled
}

/** Lets pg forget that a statement is prepared. The server knows it until it is deallocated. */
export function forgetStatement(client: pg.ClientBase, name: string): void {
  delete inner(client).connection.parsedStatements[name]
}

/** Breaks a connection, so that whatever waits for an answer on it fails. pg has no public way to do so. */
export function cutConnection(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

/**
 * Cancels the query of a connection. Only the role that logged in may do so, not the one that its connection became.
 *
 * @param pool of other connections
 */
export async function cancelQuery(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  await pool
    .query(`set local role none; select pg_cancel_backend(${processIdOf(client)})`)
    .catch(() => undefined)
}

/**
 * Sends in one piece what the caller sends to the database until it waits for something. Otherwise each message costs a
 * system call, and wakes the database up for it.
 */
export function sendTogether(client: pg.ClientBase): void {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}
