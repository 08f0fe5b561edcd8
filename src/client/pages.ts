import type { CallOptions } from './types.ts'

/** Names of the properties by which the pages of a list follow each other. */
export interface Paging {
  /** The property of the answer that says where the next page begins; null at the end. */
  next: string
  /** The property of the input that takes it. */
  cursor: string
  /** The property of the answer that holds the entries. */
  items: string
  /** The largest page, if the input has a `limit`. */
  limit?: number
}

type Page = Record<string, unknown>

/**
 * All pages of a list. They are as large as they may be, unless the input says otherwise: that takes the fewest calls.
 *
 * @param input of the first page; with a cursor it may be any page
 */
export async function* pages(
  list: (input: object, options?: CallOptions) => Promise<unknown>,
  { next, cursor, limit }: Paging,
  input: object = {},
  options?: CallOptions,
): AsyncGenerator<Page, void, undefined> {
  let ask: object = { ...(limit !== undefined && { limit }), ...input }
  for (;;) {
    const page = (await list(ask, options)) as Page
    yield page
    if (page[next] === null) return
    ask = { ...ask, [cursor]: page[next] }
  }
}
