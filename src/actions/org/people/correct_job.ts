import { action } from '../../action.ts'

/** Correct a row of a job history: say here which rule this keeps. */
export const handler = action('org_people_correct_job', {
  run: async (ctx, input) => {
    throw new Error(`org.people.correct_job has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
