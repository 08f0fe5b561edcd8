import { listOf, type Phrase } from '../texts/phrase.ts'

/** So many things are named of many. */
export const mostNamed = 3

/**
 * `A`, `A, B`; of many the first three, and how many more there are.
 *
 * @param total the number of all, of which `names` may be the first ones only
 */
export function listed(names: readonly string[], total = names.length): Phrase {
  const { first, more } = firstOf(names, total)
  return listOf(first, more)
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
