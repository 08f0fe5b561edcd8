import { maySeeValues } from '../access/activity.ts'
import { maySeeRequest } from '../access/approvals.ts'
import { isHr } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import { nilId } from '../domain/ids.ts'
import { invalid, type ApiError } from '../errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { presentLine } from '../presenters/platform/activity.ts'
import type { Language } from '../texts/language.ts'
import { idsBelow } from '../queries/org/reporting-line.ts'
import { loadPersonNames, personsIn } from '../queries/platform/activity.ts'
import { requestTexts } from '../texts/requests.ts'

/** The error for a dry run of a read. */
export function readsAreDry(): ApiError {
  return invalid('dry_run', 'unknown_property', requestTexts.readsAreDry())
}

/** The reader of a report. */
interface Reader {
  db: Db
  caller: Caller
  audience: Audience
  today: Day
  language: Language
}

/**
 * The report of a dry run, which is answered beside `data`: what the call would have recorded, as far as its caller could
 * read that afterwards. Anybody can try a change to learn what it would disturb.
 */
export async function reportDryRun(
  reader: Reader,
  recorded: readonly DomainEvent[],
): Promise<{ activity: object[]; events: string[] }> {
  const { db, caller, audience, language } = reader
  const domainEvents = await withoutUnseen(reader, recorded)
  const lines = domainEvents.flatMap(({ activity }) => activity)
  const names = await loadPersonNames(
    db,
    lines.flatMap(({ subject, changes = [] }) => [
      ...(subject?.type === 'person' ? [subject.id] : []),
      ...personsIn(changes),
    ]),
  )
  return {
    activity: lines.map(({ summary, values = {}, subject = null, changes = [] }) => {
      const about = { subject_type: subject?.type ?? null, subject_id: subject?.id ?? null }
      const showValues = maySeeValues(caller, audience, about)
      return presentLine({ told: { code: summary, values }, subject, changes }, names, showValues, language)
    }),
    events: domainEvents.flatMap(({ event }) => (event ? [event.type] : [])),
  }
}

/** Leaves out what the call did to requests that its caller does not see, and has not named. */
async function withoutUnseen(
  { db, caller, audience, today }: Reader,
  recorded: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  if (recorded.every(({ unnamed }) => !unnamed)) return recorded
  const { personId } = caller
  const below = isHr(caller, audience) || personId === null ? null : await idsBelow(db, personId, today)
  return recorded.filter(
    ({ unnamed: request }) =>
      !request || maySeeRequest(caller, audience, request, below?.has(request.person_id) ?? false, null),
  )
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
