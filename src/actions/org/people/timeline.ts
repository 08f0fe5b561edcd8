import { action } from '../../action.ts'

/** Get a job history: say here which rule this keeps. */
export const handler = action('org_people_timeline', {
  run: async (ctx, input) => {
    throw new Error(`org.people.timeline has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
