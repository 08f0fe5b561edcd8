import { each, table, type PersonalColumn } from './kinds.ts'

/** Checklists about a person are deleted when the person is erased, and so is what the person wrote on tasks of others. */
const text: PersonalColumn = { tier: 'job', erase: 'delete', export: true }

const aboutThem = 'run_id in (select r.id from checklist_runs r where r.org_id = $1 and r.person_id = $2)'

/** Checklists of people, their tasks and the remarks on them. */
export const checklists = {
  checklist_comments: table('org_id id task_id author created_at', each('text', text), 'author = $2'),
  checklist_tasks: table(
    'org_id id run_id key place assignee_type assignee_person_id manager_missing offset_days due_date visible_days visible_from status resolved_at resolved_by created_at',
    each('title description link_url skip_reason', text),
    aboutThem,
  ),
  checklist_runs: table(
    'org_id id template_id kind person_id employment_id anchor_date follows status started_at started_by completed_at cancelled_at',
    each('name', text),
  ),
}
