export const mostNamed = 3

/** `A`, `A, B`; of many the first three, and how many more there are. */
export const listed = (names: readonly string[], total = names.length): string => {
  const shown = names.slice(0, mostNamed)
  const more = total - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A person, as a sentence names them. */
export interface Named {
  id: string
  name: string
}

/** `Ada Lovelace (id …), Grace Hopper (id …)`; of many people the first three, and how many more there are. */
export const listedPeople = (people: readonly Named[], total = people.length): string =>
  listed(people.map(namedPerson), total)

export const namedPerson = ({ id, name }: Named): string => `${name} (id ${id})`
