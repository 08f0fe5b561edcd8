import type pg from 'pg'

/** A cursor of which all rows will be read. Without saying so, PostgreSQL plans for the first tenth of them. */
export function declareCursor(
  client: pg.PoolClient,
  cursor: string,
  text: string,
  values: readonly unknown[],
): Promise<unknown> {
  void client.query('set local cursor_tuple_fraction = 1').catch(() => undefined)
  return client.query({ text: `declare ${cursor} no scroll cursor for ${text}`, values: [...values] })
}
