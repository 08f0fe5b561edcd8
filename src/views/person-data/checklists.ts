import { taskReader } from '../../access/checklists.ts'
import {
  listCommentsForExport,
  listTasksForExport,
  listTemplateTasksForExport,
  type ExportedTaskRow,
} from '../../queries/org/checklist-export.ts'
import { part } from './part.ts'

const most = 10_000

/** Checklists about them, and what they do, did and wrote in those of others, as far as the reader may see it. */
export const checklists = part(
  `checklist_runs.name checklist_tasks.title checklist_tasks.description checklist_tasks.link_url checklist_tasks.skip_reason
   checklist_comments.text`,
  async ({ db, today, caller, audience }, { person: { id } }) => {
    const { hr } = taskReader(caller, audience)
    const [tasks, comments, ofTemplates] = await Promise.all([
      listTasksForExport(db, id, { hr, limit: most }, today),
      listCommentsForExport(db, id, most),
      listTemplateTasksForExport(db, id),
    ])
    return {
      checklists: {
        about_you: tasks.filter(({ about }) => about).map(present),
        assigned_to_you: tasks.filter(({ assigned }) => assigned).map(present),
        your_comments: comments.map(({ task_id, text, at }) => ({ task_id, text, created_at: at })),
        resolved_by_you: tasks.filter(({ resolved }) => resolved).map(present),
        template_tasks: ofTemplates.map((task) =>
          present({ ...task, due_date: null, status: null, skip_reason: null }),
        ),
      },
    }
  },
)

const present = (row: Omit<ExportedTaskRow, 'about' | 'assigned' | 'resolved'>) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  link_url: row.link_url,
  checklist: row.checklist,
  status: row.status,
  due_date: row.due_date,
  skip_reason: row.skip_reason,
})
