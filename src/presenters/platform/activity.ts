import type { components } from '../../generated/contract.ts'
import type { ActivityRow } from '../../queries/platform/activity.ts'

export function presentActivity(row: ActivityRow): components['schemas']['ActivityEntry'] {
  const subject =
    row.subject_type === null
      ? null
      : { type: row.subject_type, id: row.subject_id as string, name: row.subject_name as string }
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    // A function, because a name may hold what String.replace takes for a pattern ($&).
    summary: row.summary.replaceAll('{subject}', () => subject?.name ?? ''),
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      person_id: row.actor_person_id,
      via: row.via,
    },
    subject,
    changes: row.changes.map(({ field, before, after }) => ({ field, before, after })),
    request_id: row.request_id,
  }
}
