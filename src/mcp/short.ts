import { isObject, type Params } from './jsonrpc.ts'

/** So many lines of the log show what a dry run would do; those of hundreds of people would fill a conversation. */
const mostLines = 10
/** So many problems or warnings show what is wrong with a file. With more, the answer could be too long to be given. */
const mostEntries = 200

/**
 * Shortens the report of a dry run for assistants: the first lines of the activity log, how many more there would be,
 * and each type of event once.
 *
 * @param report `dry_run` of an answer
 */
export function shortReport(report: unknown): unknown {
  if (!isObject(report)) return report
  const { activity, events, ...rest } = report as { activity: unknown[]; events: string[] } & Params
  return { ...shortList('activity', activity, mostLines), events: [...new Set(events)], ...rest }
}

/**
 * The result of a write, with the first entries of lists such as `row_errors`, and how many more there are. Of problems and
 * warnings the first of each code come before others of the same, so that none is hidden behind hundreds that are alike.
 */
export function shortLists(result: unknown): unknown {
  if (!isObject(result)) return result
  const parts = Object.entries(result).map(([name, value]) =>
    Array.isArray(value) ? shortList(name, value, mostEntries) : { [name]: value },
  )
  return Object.assign({}, ...parts)
}

const shortList = (name: string, list: unknown[], most: number): Params =>
  list.length > most
    ? { [name]: firstOfEachCode(list, most), [`more_${name}`]: list.length - most }
    : { [name]: list }

/** So many entries, in their order: the first ones of each code, or of all where they have none. */
function firstOfEachCode(list: unknown[], most: number): unknown[] {
  const seen = new Map<unknown, number>()
  const turns = list.map((entry) => {
    const code = isObject(entry) ? entry['code'] : undefined
    const turn = seen.get(code) ?? 0
    seen.set(code, turn + 1)
    return turn
  })
  const chosen = [...list.keys()]
    .sort((one, other) => turns[one]! - turns[other]! || one - other)
    .slice(0, most)
  return chosen.sort((one, other) => one - other).map((index) => list[index])
}
