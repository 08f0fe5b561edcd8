import { each, table, type PersonalColumn } from './kinds.ts'

/** A text that somebody wrote about the person of a checklist: it is cleared when they are erased. */
const text: PersonalColumn = { tier: 'job', erase: 'clear', export: true }

/** Checklists of people, their tasks and the remarks on them. */
export const checklists = {
  checklist_runs: table(
    'org_id id template_id name kind person_id employment_id anchor_date follows status started_at started_by completed_at cancelled_at',
  ),
  checklist_tasks: table(
    'org_id id run_id key place assignee_type assignee_person_id manager_missing offset_days due_date visible_days visible_from status resolved_at resolved_by created_at',
    { ...each('title', { ...text, erase: 'keep' }), ...each('description link_url skip_reason', text) },
  ),
  checklist_comments: table('org_id id task_id author created_at', each('text', text)),
}
