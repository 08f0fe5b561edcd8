import type { components } from '../../generated/contract.ts'
import type { ActivityRow } from '../../queries/platform/activity.ts'
import type { Language } from '../../texts/language.ts'
import { loginOfNobody, spellSummary } from '../../texts/log.ts'
import type { Values } from '../../texts/phrase.ts'

type Entry = components['schemas']['ActivityEntry']
type Names = ReadonlyMap<string, string>

/**
 * An entry of the activity log.
 *
 * @param names of the people that the changes refer to, as they are today
 * @param showValues false: only the names of the changed fields are shown
 */
export function presentActivity(
  row: ActivityRow,
  names: Names,
  showValues: boolean,
  language: Language,
): Entry {
  const subject =
    row.subject_type === null
      ? null
      : { type: row.subject_type, id: row.subject_id as string, name: row.subject_name as string }
  const told =
    row.summary_code === null ? row.summary : { code: row.summary_code, values: row.summary_values ?? {} }
  const line = presentLine({ told, subject, changes: row.changes }, names, showValues, language)
  const { summary, changes } = line
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    summary,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      person_id: row.actor_person_id,
      via: row.via,
    },
    subject: line.subject,
    changes,
    request_id: row.request_id,
  }
}

interface Line extends Pick<Entry, 'subject' | 'changes'> {
  /** The code of its text and values for it; of a line from before lines had codes, its sentence. */
  told: string | { code: string; values: Values }
}

/**
 * Presents a line with the names that people have today, for the log, and for the report of a dry run.
 *
 * @param showValues false: only the names of the changed fields are shown
 */
export function presentLine(
  { told, subject, changes }: Line,
  names: Names,
  showValues: boolean,
  language: Language,
): Pick<Entry, 'summary' | 'subject' | 'changes'> {
  const named = subject && { ...subject, name: nameOf(subject, names, language) }
  const name = named?.name ?? ''
  return {
    summary:
      typeof told === 'string'
        ? // A function, because `replaceAll` would interpret a name that contains `$&`.
          told.replaceAll('{subject}', () => name)
        : spellSummary(told.code, told.values, name, language),
    subject: named,
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: showValues ? showReference(before, names) : null,
      after: showValues ? showReference(after, names) : null,
    })),
  }
}

function nameOf({ type, id, name }: NonNullable<Entry['subject']>, names: Names, language: Language): string {
  if (type === 'membership') return loginOfNobody[language]
  return type === 'person' ? (names.get(id) ?? name) : name
}

/** A change holds only the id of a person. The name is looked up; that of an erased person is a placeholder. */
function showReference(value: unknown, names: Names): unknown {
  const { type, id } = (value ?? {}) as { type?: string; id?: string }
  return type === 'person' ? { id, name: names.get(id as string) ?? '' } : value
}
