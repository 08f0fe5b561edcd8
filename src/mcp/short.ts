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

/** The result of a write, with the first entries of lists such as `row_errors`, and how many more there are. */
export function shortLists(result: unknown): unknown {
  if (!isObject(result)) return result
  const parts = Object.entries(result).map(([name, value]) =>
    Array.isArray(value) ? shortList(name, value, mostEntries) : { [name]: value },
  )
  return Object.assign({}, ...parts)
}

const shortList = (name: string, list: unknown[], most: number): Params =>
  list.length > most
    ? { [name]: list.slice(0, most), [`more_${name}`]: list.length - most }
    : { [name]: list }
