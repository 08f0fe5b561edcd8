import type { Db } from '../db/transaction.ts'
import { nobody } from '../domain/ids.ts'
import type { Happening } from '../events/happening.ts'
import { presentLine } from '../presenters/platform/activity.ts'
import { loadPersonNames, personsIn } from '../queries/platform/activity.ts'

/**
 * What a dry run answers beside `data`: what the call would have recorded, so that a person or an assistant can show it
 * before doing it.
 */
export async function reportDryRun(
  db: Db,
  happenings: readonly Happening[],
): Promise<{ activity: object[]; events: string[] }> {
  const lines = happenings.flatMap(({ activity }) => activity)
  const names = await loadPersonNames(
    db,
    lines.flatMap(({ subject, changes = [] }) => [
      ...(subject?.type === 'person' ? [subject.id] : []),
      ...personsIn(changes),
    ]),
  )
  return {
    activity: lines.map(({ summary, subject = null, changes = [] }) =>
      presentLine({ summary, subject, changes }, names),
    ),
    events: happenings.flatMap(({ event }) => (event ? [event.type] : [])),
  }
}

/** Secrets, grants and their like are not issued by a dry run: the marked properties of the result become null. */
export function redact(result: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() as string
    const parent = keys.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key],
      result,
    )
    if (parent) (parent as Record<string, unknown>)[last] = null
  }
}

/** Ids of records that were not kept after all must not look like records: each becomes the nil UUID. */
export function withoutCreatedIds(json: string, created: readonly string[]): string {
  if (created.length === 0) return json
  return json.replace(new RegExp(created.join('|'), 'g'), nobody)
}
