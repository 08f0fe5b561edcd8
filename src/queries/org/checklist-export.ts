import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { TaskStatus } from '../../domain/checklists.ts'

/** A task, as the export of a person's data has it. */
export interface ExportedTaskRow {
  id: string
  checklist: string
  title: string
  description: string | null
  link_url: string | null
  due_date: Day | null
  status: TaskStatus | null
  skip_reason: string | null
  /** Why it is in the export. */
  about: boolean
  assigned: boolean
  resolved: boolean
}

/**
 * Tasks of checklists about a person, and those that they do or have done. Those of HR, and those of an offboarding whose day has
 * not come, are for HR. `offset 0`: the checklist of each task is looked up, and not looked for among all of the company.
 */
export function listTasksForExport(
  db: Db,
  personId: string,
  { hr, limit }: { hr: boolean; limit: number },
  today: Day,
): Promise<ExportedTaskRow[]> {
  return db.query<ExportedTaskRow>(
    `select t.id, r.name as checklist, t.title, t.description, t.link_url, t.due_date, t.status, t.skip_reason,
            r.person_id = $2 as about, coalesce(t.assignee_person_id = $2, false) as assigned, coalesce(t.resolved_by = $2, false) as resolved
       from checklist_tasks t
       join lateral (select o.name, o.person_id from checklist_runs o where o.org_id = $1 and o.id = t.run_id offset 0) r on true
      where t.org_id = $1
        and (t.assignee_person_id = $2 or t.resolved_by = $2
             or t.run_id in (select o.id from checklist_runs o where o.org_id = $1 and o.person_id = $2))
        and ($4 or t.resolved_by = $2
             or t.assignee_person_id is not null
                and (t.visible_from is null or t.visible_from <= $5
                     or t.assignee_type = 'manager' and t.assignee_person_id = $2))
      order by t.due_date desc, t.id
      limit $3`,
    [db.orgId, personId, limit, hr, today],
  )
}

/** Remarks that a person wrote. */
export function listCommentsForExport(
  db: Db,
  personId: string,
  limit: number,
): Promise<{ task_id: string; text: string; at: string }[]> {
  return db.query(
    `select c.task_id, c.text, c.created_at as at from checklist_comments c
      where c.org_id = $1 and c.author = $2 order by c.created_at desc, c.id limit $3`,
    [db.orgId, personId, limit],
  )
}

/** Tasks of saved templates that are for a person by name. */
export function listTemplateTasksForExport(
  db: Db,
  personId: string,
): Promise<Pick<ExportedTaskRow, 'id' | 'checklist' | 'title' | 'description' | 'link_url'>[]> {
  return db.query(
    `select k.id, t.name as checklist, k.title, k.description, k.link_url
       from checklist_templates t
      cross join lateral jsonb_to_recordset(t.tasks) as k(id text, title text, description text, link_url text, person_id uuid)
      where t.org_id = $1 and t.saved and k.person_id = $2
      order by t.created_at, t.id, k.id`,
    [db.orgId, personId],
  )
}

/** Notifications of a member who is this person. */
export function listNotificationsForExport(
  db: Db,
  personId: string,
  limit: number,
): Promise<{ type: string; created_at: string; read_at: string | null }[]> {
  return db.query(
    `select n.kind as type, n.created_at, n.read_at
       from notifications n
       join memberships m on m.org_id = $1 and m.id = n.membership_id and m.person_id = $2
      where n.org_id = $1
      order by n.id desc
      limit $3`,
    [db.orgId, personId, limit],
  )
}

/** Days of a person of which somebody was reminded, each once. */
export function listRemindersForExport(
  db: Db,
  personId: string,
  limit: number,
): Promise<{ kind: string; date: Day; sent_at: string | null }[]> {
  return db.query(
    `select n.reminder as kind, n.date, min(n.created_at) as sent_at
       from notifications n
      where n.org_id = $1 and n.person_id = $2 and n.kind = 'reminder'
      group by n.reminder, n.date
      order by n.date desc, n.reminder
      limit $3`,
    [db.orgId, personId, limit],
  )
}
