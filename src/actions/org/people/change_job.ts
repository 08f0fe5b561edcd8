import { action } from '../../action.ts'

/** Change a job: say here which rule this keeps. */
export const handler = action('org_people_change_job', {
  run: async (ctx, input) => {
    throw new Error(`org.people.change_job has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
