import type pg from 'pg'
import { sendTogether } from './together.ts'

/**
 * Begins a transaction that sees one organization. It is not awaited, so that it shares a round trip with the first
 * query; if it fails, that query fails, too, because app.org_id is missing. It sends two messages, because a Citus
 * cluster repeats the whole message that contains a setting on its other nodes.
 *
 * @param orgId must be checked to be a UUID, because `set` takes no parameters and the id becomes part of its text
 */
export function begin(
  client: pg.ClientBase,
  orgId: string,
  how: 'begin' | 'begin read only' = 'begin',
): void {
  sendTogether(client)
  for (const text of [how, `set local app.org_id = '${orgId}'`]) client.query(text).catch(() => undefined)
}
