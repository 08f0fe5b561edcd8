import type pg from 'pg'

/**
 * Begins a transaction that sees one organization. Not to be awaited: it shares a round trip with the first query, and
 * should it fail, that query fails for want of app.org_id. Two messages, because a cluster repeats the whole message that
 * holds a setting on its other nodes.
 *
 * @param orgId must be known to be a uuid: it becomes part of a statement that takes no parameters
 */
export function begin(
  client: pg.ClientBase,
  orgId: string,
  how: 'begin' | 'begin read only' = 'begin',
): void {
  for (const text of [how, `set local app.org_id = '${orgId}'`]) client.query(text).catch(() => undefined)
}
