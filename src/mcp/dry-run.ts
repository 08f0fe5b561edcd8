import { isObject, type Params } from './jsonrpc.ts'

/** So many lines of the log show what a dry run would do; those of hundreds of people would fill a conversation. */
const mostLines = 10

/**
 * What a dry run would record, as assistants read it: the first lines of the activity log, how many more there would be, and
 * each type of event once.
 *
 * @param report `dry_run` of an answer
 */
export function shortReport(report: unknown): unknown {
  if (!isObject(report)) return report
  const { activity, events, ...rest } = report as { activity: unknown[]; events: string[] } & Params
  return {
    activity: activity.slice(0, mostLines),
    ...(activity.length > mostLines && { more_activity: activity.length - mostLines }),
    events: [...new Set(events)],
    ...rest,
  }
}
