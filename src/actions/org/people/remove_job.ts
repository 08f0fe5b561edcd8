import { action } from '../../action.ts'

/** Remove a scheduled row: say here which rule this keeps. */
export const handler = action('org_people_remove_job', {
  run: async (ctx, input) => {
    throw new Error(`org.people.remove_job has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
