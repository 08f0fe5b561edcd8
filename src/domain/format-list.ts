export const mostNamed = 3

/**
 * `A`, `A, B`; of many the first three, and how many more there are.
 *
 * @param isAll false: nobody knows whether there are more than `total`
 */
export const listed = (names: readonly string[], total = names.length, isAll = true): string => {
  const shown = names.slice(0, mostNamed)
  const more = total - shown.length
  if (more > 0) return `${shown.join(', ')} and ${isAll ? '' : 'at least '}${more} more`
  return shown.join(', ') + (isAll ? '' : ' and perhaps others')
}

/** The first of some things that a warning names, and how many more there are. */
export interface FirstOf<Item> {
  first: readonly Item[]
  more: number
}

/** @param total how many there are, of which `all` may be the first ones only */
export const firstOf = <Item>(all: readonly Item[], total = all.length): FirstOf<Item> => {
  const first = all.slice(0, mostNamed)
  return { first, more: total - first.length }
}

/** A record, as a warning names it. */
export interface Named {
  id: string
  name: string
}
