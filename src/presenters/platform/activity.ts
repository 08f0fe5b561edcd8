import type { components } from '../../generated/contract.ts'
import type { ActivityRow } from '../../queries/platform/activity.ts'

type Entry = components['schemas']['ActivityEntry']
type Names = ReadonlyMap<string, string>

/**
 * An entry of the activity log.
 *
 * @param names of the people that the changes refer to, as they are today
 * @param showValues false: only the names of the changed fields are shown
 */
export function presentActivity(row: ActivityRow, names: Names, showValues: boolean): Entry {
  const subject =
    row.subject_type === null
      ? null
      : { type: row.subject_type, id: row.subject_id as string, name: row.subject_name as string }
  const { summary, changes } = presentLine({ summary: row.summary, subject, changes: row.changes }, names)
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
    subject,
    changes: showValues ? changes : changes.map(({ field }) => ({ field, before: null, after: null })),
    request_id: row.request_id,
  }
}

/** What happened, with the names that people have today. For the log, and for the report of a dry run. */
export function presentLine(
  { summary, subject, changes }: Pick<Entry, 'summary' | 'subject' | 'changes'>,
  names: Names,
): Pick<Entry, 'summary' | 'subject' | 'changes'> {
  const named =
    subject?.type === 'person' ? { ...subject, name: names.get(subject.id) ?? subject.name } : subject
  return {
    // A function, because `replaceAll` would interpret a name that contains `$&`.
    summary: summary.replaceAll('{subject}', () => named?.name ?? ''),
    subject: named,
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: showReference(before, names),
      after: showReference(after, names),
    })),
  }
}

/** A change holds only the id of a person. The name is looked up; that of an erased person is a placeholder. */
function showReference(value: unknown, names: Names): unknown {
  const { type, id } = (value ?? {}) as { type?: string; id?: string }
  return type === 'person' ? { id, name: names.get(id as string) ?? '' } : value
}
