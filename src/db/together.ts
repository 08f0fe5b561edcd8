import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Sends in one piece what the caller sends to the database until it waits for something. Otherwise each message costs a
 * system call, and wakes the database up for it.
 */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}
