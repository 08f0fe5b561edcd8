/**
 * The part of a list that a page shows.
 *
 * @param search its `from` is the number of rows before it
 * @param part its name, where a page has two lists, and how many rows of a list that answers all at once are on a page
 * @returns with the `from` of the next page, if there is one
 */
export function pageOf<Row>(
  all: readonly Row[],
  search: URLSearchParams,
  { name = 'from', most = 500 }: { name?: string; most?: number } = {},
): { rows: readonly Row[]; next: string | undefined } {
  const asked = Number(search.get(name))
  const from = Number.isSafeInteger(asked) && asked > 0 ? asked : 0
  const to = from + most
  return { rows: all.slice(from, to), next: to < all.length ? String(to) : undefined }
}
