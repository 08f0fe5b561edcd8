import { part } from './part.ts'

/** Checklists: there are none yet. */
export const checklists = part('', () =>
  Promise.resolve({
    checklists: {
      about_you: [],
      assigned_to_you: [],
      your_comments: [],
      resolved_by_you: [],
      template_tasks: [],
    },
  }),
)
