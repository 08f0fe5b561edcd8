/**
 * With more people than this, ids are not collected: as many would be entries of an index, for a text that is read in
 * less time. No event has so many; an answer may.
 */
export const mostMentions = 100

/**
 * The ids of the people in the data of an event, or in an answer. With them, erasing a person finds what names the person.
 *
 * @param paths where these ids are: `person_id`, `items.*.manager.id`. The contract says so (`x-id: person`)
 * @returns each id once; null for more than `mostMentions`: then only the text itself tells
 */
export function mentionsIn(paths: readonly string[], value: unknown): string[] | null {
  const found = new Set<string>()
  for (const path of paths) if (!collect(value, path.split('.'), 0, found)) return null
  return [...found]
}

/** @returns false when there are too many */
function collect(here: unknown, path: readonly string[], depth: number, found: Set<string>): boolean {
  if (here === null || here === undefined) return true
  if (depth === path.length) return found.add(here as string).size <= mostMentions
  const step = path[depth]!
  if (step !== '*') return collect((here as Record<string, unknown>)[step], path, depth + 1, found)
  return Object.values(here).every((item) => collect(item, path, depth + 1, found))
}
