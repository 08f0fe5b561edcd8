/** So many rows of a list that answers all at once are on a page. */
const mostRows = 500

/**
 * The part of a list that a page shows.
 *
 * @param search its `from` is the number of rows before it
 * @returns with the `from` of the next page, if there is one
 */
export function pageOf<Row>(
  all: readonly Row[],
  search: URLSearchParams,
): { rows: readonly Row[]; next: string | undefined } {
  const asked = Number(search.get('from'))
  const from = Number.isSafeInteger(asked) && asked > 0 ? asked : 0
  const to = from + mostRows
  return { rows: all.slice(from, to), next: to < all.length ? String(to) : undefined }
}
