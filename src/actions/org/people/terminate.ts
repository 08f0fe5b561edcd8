import { action } from '../../action.ts'

/** End an employment: say here which rule this keeps. */
export const handler = action('org_people_terminate', {
  run: async (ctx, input) => {
    throw new Error(`org.people.terminate has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
