import type pg from 'pg'

/**
 * Begins a transaction that sees one organization. It is not awaited, so that it shares a round trip with the first
 * query; if it fails, that query fails, too, because app.org_id is missing. It sends two messages, because a Citus
 * cluster repeats the whole message that contains a setting on its other nodes.
 */
export function begin(
  client: pg.ClientBase,
  orgId: string,
  how: 'begin' | 'begin read only' = 'begin',
): void {
  // `set` takes no parameters, so the id becomes part of the text.
  if (!/^[0-9a-f-]{36}$/.test(orgId)) throw new Error('an organization id must be a uuid')
  for (const text of [how, `set local app.org_id = '${orgId}'`]) client.query(text).catch(() => undefined)
}
