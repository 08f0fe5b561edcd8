import type { Db } from '../db/transaction.ts'
import { nilId } from '../domain/ids.ts'
import { invalid, type ApiError } from '../errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { presentLine } from '../presenters/platform/activity.ts'
import type { Language } from '../texts/language.ts'
import { loadPersonNames, personsIn } from '../queries/platform/activity.ts'
import { requestTexts } from '../texts/requests.ts'

/** The error for a dry run of a read. */
export function readsAreDry(): ApiError {
  return invalid('dry_run', 'unknown_property', requestTexts.readsAreDry())
}

/** The report of a dry run, which is answered beside `data`: what the call would have recorded. */
export async function reportDryRun(
  db: Db,
  domainEvents: readonly DomainEvent[],
  language: Language,
): Promise<{ activity: object[]; events: string[] }> {
  const lines = domainEvents.flatMap(({ activity }) => activity)
  const names = await loadPersonNames(
    db,
    lines.flatMap(({ subject, changes = [] }) => [
      ...(subject?.type === 'person' ? [subject.id] : []),
      ...personsIn(changes),
    ]),
  )
  return {
    activity: lines.map(({ summary, values = {}, subject = null, changes = [] }) =>
      presentLine({ told: { code: summary, values }, subject, changes }, names, language),
    ),
    events: domainEvents.flatMap(({ event }) => (event ? [event.type] : [])),
  }
}

/**
 * Sets the properties of the result at these paths to null: a dry run issues no secrets, and those it would show are
 * worth nothing.
 *
 * @param paths of the properties marked `x-redact`, such as `key.secret`
 */
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

/**
 * Replaces the ids of records that the dry run did not keep by the nil UUID, so that nobody looks for those records.
 */
export function withoutCreatedIds(json: string, created: readonly string[]): string {
  if (created.length === 0) return json
  return json.replace(new RegExp(created.join('|'), 'g'), nilId)
}
