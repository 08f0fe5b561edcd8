import { withTaskIds, type Conditions, type TemplateTask } from '../../domain/checklists.ts'
import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { notFound, type Problem } from '../../errors.ts'
import { findMissingConditions } from '../../queries/org/checklist-templates.ts'
import { judgeAssignees, type WantedAssignee } from './assignees.ts'

/** The parts of a template that name others, as an input gives them; what is left out names nobody. */
interface WantedTemplate {
  conditions?: Partial<Conditions> | undefined
  tasks?:
    | readonly {
        id?: string | undefined
        title: string
        description?: string | null | undefined
        link_url?: string | null | undefined
        assignee: WantedAssignee
        offset_days: number
        visible_days?: number | null | undefined
      }[]
    | undefined
}

/** The parts of a template as they are stored, and all that stands against them. */
interface JudgedTemplate {
  conditions: Conditions
  tasks: TemplateTask[]
  problems: (Awaited<ReturnType<typeof judgeAssignees>>[number] | Problem<'task_id_twice'>)[]
}

const once = (ids: readonly string[]): string[] => [...new Set(ids)]

const kindOf = { unit_ids: 'unit', location_ids: 'location', legal_entity_ids: 'legal_entity' } as const

/**
 * Judges what a template names: at most 150 records in its conditions, and 40 people.
 *
 * @throws ApiError not_found for a record that there is not
 */
export async function judgeTemplate(
  scope: { db: Db; today: Day },
  { conditions = {}, tasks = [] }: WantedTemplate,
): Promise<JudgedTemplate> {
  const { unit_ids = [], location_ids = [], legal_entity_ids = [] } = conditions
  const all = { unit_ids, location_ids, legal_entity_ids }
  const [missing] = await findMissingConditions(scope.db, all)
  if (missing) {
    const place = all[missing.list].indexOf(missing.id)
    throw notFound(`conditions.${missing.list}[${place}]`, kindOf[missing.list])
  }
  const wrong = await judgeAssignees(
    scope,
    tasks.map(({ assignee }, index) => ({ field: `tasks[${index}].assignee.person_id`, assignee })),
  )
  const named = withTaskIds(tasks)
  return {
    conditions: {
      unit_ids: once(unit_ids),
      location_ids: once(location_ids),
      legal_entity_ids: once(legal_entity_ids),
    },
    tasks: named.tasks.map(({ assignee, ...task }) => ({
      id: task.id,
      title: task.title,
      description: task.description ?? null,
      link_url: task.link_url ?? null,
      type: assignee.type,
      person_id: assignee.person_id ?? null,
      offset_days: task.offset_days,
      visible_days: task.visible_days ?? null,
    })),
    problems: [...named.problems, ...wrong],
  }
}
