/**
 * Collects the results of each item, some or none. The work may be interrupted after each item (see
 * src/streaming/yield.ts).
 */
export function* oneByOne<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => readonly Made[],
): Generator<undefined, Made[], undefined> {
  const made: Made[] = []
  for (const item of items) {
    made.push(...make(item))
    yield
  }
  return made
}
