import { assigneeOf, assigneeProblems, type Assignee, type AssigneeType } from '../../domain/checklists.ts'
import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { notFound, problem, type Problem } from '../../errors.ts'
import { findManager } from '../../queries/org/checklist-starts.ts'
import { loadPeople } from '../../queries/org/references.ts'

/** The assignee of a task, as an input says it. */
export interface WantedAssignee {
  type: AssigneeType
  person_id?: string | undefined
}

type AssigneeProblem = Problem<'assignee_needs_person' | 'assignee_takes_no_person' | 'assignee_gone'>

/**
 * All that stands against those who are to do tasks, at most 40 of them.
 *
 * @param wanted the place in the input of the property `person_id` → who
 * @throws ApiError not_found for a person whom nobody is
 */
export async function judgeAssignees(
  { db, today }: { db: Db; today: Day },
  wanted: readonly { field: string; assignee: WantedAssignee }[],
): Promise<AssigneeProblem[]> {
  const named = wanted.flatMap(({ field, assignee: { person_id } }) =>
    person_id === undefined ? [] : [{ field, id: person_id }],
  )
  const people = await loadPeople(
    db,
    named.map(({ id }) => id),
    today,
  )
  const missing = named.find(({ id }) => !people.has(id))
  if (missing) throw notFound(missing.field, 'person')
  return [
    ...wanted.flatMap(({ field, assignee }) => assigneeProblems(assignee, field)),
    ...named
      .filter(({ id }) => people.get(id)!.has_left)
      .map(({ field, id }) => problem('assignee_gone', { field, record_id: id })),
  ]
}

/** Finds who does a task of a checklist that has started: the manager is that of today. */
export async function resolveAssignee(
  { db, today }: { db: Db; today: Day },
  { type, person_id = undefined }: WantedAssignee,
  personId: string,
): Promise<Assignee> {
  const managerId = type === 'manager' ? await findManager(db, personId, today) : null
  return assigneeOf({ type, person_id: person_id ?? null }, { personId, managerId })
}
