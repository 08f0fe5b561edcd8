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

/** A person, as a sentence names them. */
export interface Named {
  id: string
  name: string
}

/** `Ada Lovelace (id …), Grace Hopper (id …)`; of many people the first three, and how many more there are. */
export const listedPeople = (people: readonly Named[], total = people.length, isAll = true): string =>
  listed(people.slice(0, mostNamed).map(namedPerson), total, isAll)

export const namedPerson = ({ id, name }: Named): string => `${name} (id ${id})`
