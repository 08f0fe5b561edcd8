import { action } from '../../action.ts'

/** Hire somebody again: say here which rule this keeps. */
export const handler = action('org_people_rehire', {
  run: async (ctx, input) => {
    throw new Error(`org.people.rehire has no handler yet: ${ctx.action.name} ${Object.keys(input).join()}`)
  },
})
